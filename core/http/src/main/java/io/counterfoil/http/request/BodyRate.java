package io.counterfoil.http.request;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How fast the body of a request must arrive: within a time of grace, which grows by a second with each so many bytes. So a body of n bytes
 * has {@code grace + n / bytesPerSecond} at the most, however its bytes are spread.
 *
 * <p>Servers limit the time in which nothing at all arrives, and begin anew with each byte. The rate is looked at after each read, so a read that
 * waits ends with the server's own limit, and the time can be exceeded by that. An immutable value.
 */
public final class BodyRate {

    /** The longest {@link #grace()}. */
    public static final Duration LONGEST_GRACE = Duration.ofHours(1);

    /** Ten seconds, and a second more with each 8 KiB. */
    public static final BodyRate DEFAULT = of(Duration.ofSeconds(10), 8192);

    private final Duration grace;
    private final int bytesPerSecond;
    private final LongSupplier nanoTime;

    private BodyRate(Duration grace, int bytesPerSecond, LongSupplier nanoTime) {
        this.grace = grace;
        this.bytesPerSecond = bytesPerSecond;
        this.nanoTime = nanoTime;
    }

    /**
     * {@return a rate, measured by the system's clock}
     *
     * @param grace positive, and at most {@link #LONGEST_GRACE}
     * @param bytesPerSecond at least 1
     * @throws IllegalArgumentException when one of them is out of range
     */
    public static BodyRate of(Duration grace, int bytesPerSecond) {
        if (grace.isNegative() || grace.isZero() || grace.compareTo(LONGEST_GRACE) > 0) {
            throw new IllegalArgumentException(
                    "grace must be positive and at most " + LONGEST_GRACE + ", but is " + grace);
        }
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException("bytesPerSecond must be at least 1, but is " + bytesPerSecond);
        }
        return new BodyRate(grace, bytesPerSecond, System::nanoTime);
    }

    /**
     * {@return a copy that is measured by another clock}
     *
     * @param clock nanoseconds, monotonic, such as {@link System#nanoTime}
     */
    public BodyRate measuredBy(LongSupplier clock) {
        return new BodyRate(grace, bytesPerSecond, clock);
    }

    /** {@return the time that a body has besides that for its bytes} */
    public Duration grace() {
        return grace;
    }

    /** {@return how many bytes give a body one more second} */
    public int bytesPerSecond() {
        return bytesPerSecond;
    }

    /**
     * {@return a body as it arrives, measured from now on} Each read throws a {@link BodyTooSlowException} when the body is late, and when
     * the server's own limit for its next byte has passed ({@link SocketTimeoutException}). Neither skips nor marks. For one thread.
     *
     * @param body the body; closed with what is returned
     */
    public InputStream watch(InputStream body) {
        return new Watched(body);
    }

    private final class Watched extends FilterInputStream {

        private final long begun = nanoTime.getAsLong();
        private long received;

        Watched(InputStream body) {
            super(body);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read;
            try {
                read = super.read(target, offset, length);
            } catch (IOException failure) {
                throw isTimeout(failure) ? new BodyTooSlowException(BodyRate.this, failure) : failure;
            }
            if (read > 0) {
                received += read;
                if (isLate()) {
                    throw new BodyTooSlowException(BodyRate.this, null);
                }
            }
            return read;
        }

        private boolean isLate() {
            double seconds = grace.toNanos() / 1e9 + (double) received / bytesPerSecond;
            return (nanoTime.getAsLong() - begun) / 1e9 > seconds;
        }

        @Override
        public long skip(long count) {
            return 0;
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }

    /** Containers throw it within an exception of their own. */
    private static boolean isTimeout(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }
}
