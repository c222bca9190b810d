package io.counterfoil.jdbc.row;

import io.counterfoil.idempotency.store.Retention;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The store's time: microseconds since 1970, which no session's time zone can touch. */
public final class Micros {

    private static final long SECOND = 1_000_000;

    private Micros() {}

    /** {@return the instant that is this many microseconds after the beginning of 1970, UTC} */
    public static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** {@return the micros of an instant, which are as many as fit where it is too far away} */
    public static long of(Instant instant) {
        try {
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), SECOND), instant.getNano() / 1000);
        } catch (ArithmeticException tooFarOff) {
            return instant.isBefore(Instant.EPOCH) ? Long.MIN_VALUE : RecordRow.NEVER;
        }
    }

    /** {@return a duration of this many microseconds} */
    public static Duration duration(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }

    /** {@return the time that is a while after another: rounded up, and {@link RecordRow#NEVER} where it is too far away} */
    public static long after(long micros, Duration duration) {
        try {
            long whole = Math.multiplyExact(duration.getSeconds(), SECOND);
            return Math.addExact(micros, Math.addExact(whole, (duration.getNano() + 999) / 1000));
        } catch (ArithmeticException tooFarOff) {
            return RecordRow.NEVER;
        }
    }

    /** {@return when a record may go} */
    public static long expiry(long received, Retention retention) {
        return retention.duration().map(duration -> after(received, duration)).orElse(RecordRow.NEVER);
    }
}
