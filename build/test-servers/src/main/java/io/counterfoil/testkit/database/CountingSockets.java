package io.counterfoil.testkit.database;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.SocketFactory;

/**
 * Counts what PostgreSQL's driver sends, over all connections of the process whose driver has this class as its property
 * {@code socketFactory}. Thread-safe.
 */
public final class CountingSockets extends SocketFactory {

    /** The parameter of a JDBC URL that has the driver's connections counted. */
    public static final String PARAMETER = "socketFactory=" + CountingSockets.class.getName();

    private static final AtomicLong ROUND_TRIPS = new AtomicLong();
    private static final AtomicLong STATEMENTS = new AtomicLong();

    /** For the driver, which looks for it by reflection. */
    public CountingSockets() {}

    /**
     * What was sent so far.
     *
     * @param roundTrips how often a connection sent something after it had read an answer
     * @param statements how many statements were executed, {@code BEGIN} and {@code COMMIT} among them
     */
    public record Sent(long roundTrips, long statements) {

        /** The difference to what had been sent earlier. */
        public Sent since(Sent earlier) {
            return new Sent(roundTrips - earlier.roundTrips, statements - earlier.statements);
        }
    }

    public static Sent sent() {
        return new Sent(ROUND_TRIPS.get(), STATEMENTS.get());
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

        private final Messages messages = new Messages();
        private boolean sending;

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    if (!sending) {
                        ROUND_TRIPS.incrementAndGet();
                        sending = true;
                    }
                    messages.sent(bytes, offset, length);
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
                    sending = false;
                    return read;
                }
            };
        }
    }

    /**
     * The messages of one connection: a type, a length of four bytes that counts itself, and contents; those before the end of the start-up
     * have no type (PostgreSQL, chapter "Frontend/Backend Protocol").
     */
    private static final class Messages {

        private static final int PROTOCOL_3 = 3 << 16;

        private final ByteBuffer head = ByteBuffer.allocate(8);
        private boolean started;
        private int left;

        void sent(byte[] bytes, int offset, int length) {
            int at = offset;
            while (at < offset + length) {
                if (left > 0) {
                    int skipped = Math.min(left, offset + length - at);
                    left -= skipped;
                    at += skipped;
                } else {
                    head.put(bytes[at++]);
                    read();
                }
            }
        }

        private void read() {
            if (!started && head.position() == 8) {
                left = head.getInt(0) - 8;
                started = head.getInt(4) >> 16 << 16 == PROTOCOL_3;
                head.clear();
            } else if (started && head.position() == 5) {
                left = head.getInt(1) - 4;
                if (head.get(0) == 'E' || head.get(0) == 'Q') {
                    STATEMENTS.incrementAndGet();
                }
                head.clear();
            }
        }
    }
}
