package io.counterfoil.testkit.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/**
 * A reserved port of 127.0.0.1. Until it is closed, connections to it are refused, and the system assigns it to no
 * other socket. Finding a free port and releasing it guarantees neither.
 *
 * <p>Thread-safe.
 */
public final class ReservedPort implements AutoCloseable {

    private static final boolean CAN_BE_SHARED =
            System.getProperty("os.name", "").startsWith("Linux");

    // A socket that is bound and neither listening nor connected holds the port without using it.
    private final Socket held = new Socket();

    private ReservedPort() throws IOException {
        held.setReuseAddress(true);
        held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /**
     * Reserves a free port on which nothing will listen.
     *
     * @return the port, which is free again after it was closed
     * @throws UncheckedIOException if none is free
     */
    public static ReservedPort any() {
        try {
            return new ReservedPort();
        } catch (IOException refused) {
            throw new UncheckedIOException("no port of 127.0.0.1 is free", refused);
        }
    }

    /**
     * Reserves a free port for a server that will bind it explicitly with {@code SO_REUSEADDR}, as servers do. On
     * Linux, where two sockets can bind one port as long as neither listens, it remains reserved while the server starts, and
     * between two starts. On other systems it is released at once, and another program could take it.
     *
     * @return the port, which is free again after it was closed
     * @throws UncheckedIOException if none is free
     */
    public static ReservedPort forServer() {
        ReservedPort port = any();
        if (!CAN_BE_SHARED) {
            port.close();
        }
        return port;
    }

    /** {@return the port number, also after it was released} */
    public int number() {
        return held.getLocalPort();
    }

    /** {@return a URI whose connections are refused} */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + number() + "/");
    }

    /** Releases the port. A server that listens on it is not affected. */
    @Override
    public void close() {
        try {
            held.close();
        } catch (IOException refused) {
            throw new UncheckedIOException("cannot release port " + number(), refused);
        }
    }
}
