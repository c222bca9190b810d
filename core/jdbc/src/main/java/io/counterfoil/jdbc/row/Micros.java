package io.counterfoil.jdbc.row;

import io.counterfoil.idempotency.store.Retention;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The store's time: microseconds since 1970, which no session's time zone can touch. */
public final class Micros {

    private static final long SECOND = 1_000_000;

    private Micros() {}

    /**
     * {@return the instant that is this many microseconds after the beginning of 1970, UTC}
     *
     * @param micros microseconds since 1970
     */
    public static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /**
     * {@return the microseconds from 1970 to an instant; {@link Long#MIN_VALUE} or {@link RecordRow#NEVER} where they do not fit}
     *
     * @param instant the instant, whose nanoseconds are cut off
     */
    public static long of(Instant instant) {
        try {
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), SECOND), instant.getNano() / 1000);
        } catch (ArithmeticException tooFarOff) {
            return instant.isBefore(Instant.EPOCH) ? Long.MIN_VALUE : RecordRow.NEVER;
        }
    }

    /**
     * {@return a duration of this many microseconds}
     *
     * @param micros microseconds
     */
    public static Duration duration(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }

    /**
     * {@return the time that is a while after another, in microseconds since 1970: rounded up, and {@link RecordRow#NEVER} where it does
     * not fit}
     *
     * @param micros the other time, in microseconds since 1970
     * @param duration the while
     */
    public static long after(long micros, Duration duration) {
        try {
            long whole = Math.multiplyExact(duration.getSeconds(), SECOND);
            return Math.addExact(micros, Math.addExact(whole, (duration.getNano() + 999) / 1000));
        } catch (ArithmeticException tooFarOff) {
            return RecordRow.NEVER;
        }
    }

    /**
     * {@return when a record may be removed, in microseconds since 1970; {@link RecordRow#NEVER} for never}
     *
     * @param received when the original was received, in microseconds since 1970
     * @param retention how long the record is kept at least
     */
    public static long expiry(long received, Retention retention) {
        return retention.duration().map(duration -> after(received, duration)).orElse(RecordRow.NEVER);
    }
}
