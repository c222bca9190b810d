package io.counterfoil.jdbc;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.SocketFactory;

/**
 * Sockets that tell what PostgreSQL's driver sends, for one connection at a time. Named in the driver's property {@code
 * socketFactory}.
 */
public final class CountingSockets extends SocketFactory {

    private static final StringBuilder SENT = new StringBuilder();

    private static int roundTrips;
    private static boolean sending;

    /** For the driver. */
    public CountingSockets() {}

    /** Forgets what was sent. */
    static synchronized void reset() {
        SENT.setLength(0);
        roundTrips = 0;
        sending = false;
    }

    /** How often the driver sent something after it had read, or for the first time. */
    static synchronized int roundTrips() {
        return roundTrips;
    }

    /** How many statements it had executed: its Execute messages. */
    static synchronized int statements() {
        int statements = 0;
        for (int at = 0; at < SENT.length(); at += 1 + length(at + 1)) {
            statements += SENT.charAt(at) == 'E' ? 1 : 0;
        }
        return statements;
    }

    private static int length(int at) {
        return SENT.charAt(at) << 24 | SENT.charAt(at + 1) << 16 | SENT.charAt(at + 2) << 8 | SENT.charAt(at + 3);
    }

    /** All that was sent. */
    static synchronized String sent() {
        return SENT.toString();
    }

    private static synchronized void wrote(byte[] bytes, int offset, int length) {
        SENT.append(new String(bytes, offset, length, StandardCharsets.ISO_8859_1));
        roundTrips += sending ? 0 : 1;
        sending = true;
    }

    private static synchronized void read() {
        sending = false;
    }

    @Override
    public Socket createSocket() {
        return new Counting();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException("the driver connects its sockets itself");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw new UnsupportedOperationException("the driver connects its sockets itself");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException("the driver connects its sockets itself");
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw new UnsupportedOperationException("the driver connects its sockets itself");
    }

    private static final class Counting extends Socket {

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    wrote(bytes, offset, length);
                    out.write(bytes, offset, length);
                }

                @Override
                public void write(int one) throws IOException {
                    write(new byte[] {(byte) one}, 0, 1);
                }
            };
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read(byte[] bytes, int offset, int length) throws IOException {
                    int read = super.read(bytes, offset, length);
                    CountingSockets.read();
                    return read;
                }
            };
        }
    }
}
