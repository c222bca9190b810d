package io.counterfoil.testkit.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/**
 * A free port of 127.0.0.1 that stays one: connections to it are refused, and no other program, nor the near end of any
 * connection, is given it, until it is closed. A server that is told the number, and that sets {@code SO_REUSEADDR} as servers
 * do on all systems but Windows, listens on it all the same. Looking for a free port and letting go of it promises neither.
 *
 * <p>Thread safety: may be shared and closed by any thread.
 */
public final class ReservedPort implements AutoCloseable {

    // Bound, and neither listening nor connected: that is what holds a port without using it.
    private final Socket held = new Socket();

    private ReservedPort() throws IOException {
        held.setReuseAddress(true);
        held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /**
     * Reserves one.
     *
     * @throws UncheckedIOException when there is none
     */
    public static ReservedPort any() {
        try {
            return new ReservedPort();
        } catch (IOException refused) {
            throw new UncheckedIOException("no port of 127.0.0.1 is free", refused);
        }
    }

    /** The port's number. */
    public int number() {
        return held.getLocalPort();
    }

    /** An address that refuses connections. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + number() + "/");
    }

    /** Frees the port for everybody; a server that listens on it goes on. */
    @Override
    public void close() {
        try {
            held.close();
        } catch (IOException refused) {
            throw new UncheckedIOException("port " + number() + " stays reserved", refused);
        }
    }
}
