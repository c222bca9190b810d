package io.counterfoil.ids.validation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;

/**
 * Takes UUIDs with a timestamp of 48 bits in front ({@link io.counterfoil.ids.generator.UuidV7}, {@link
 * io.counterfoil.ids.generator.Comb}) that is at most so long before an instant, or so long after it, both ends included.
 *
 * <p>All is reckoned in whole milliseconds, as the timestamp is: the instant is taken without what it has beyond them. By default
 * ten minutes either way. Works at every instant. Immutable and thread-safe.
 */
public final class TimestampRule implements UuidRule {

    /** How much an id may be early, and late, where nothing else is said. */
    public static final Duration DEFAULT_TOLERANCE = Duration.ofMinutes(10);

    private static final int TIMESTAMP_SHIFT = 16;
    private static final int NANOS_OF_A_MILLI = 1_000_000;

    private final Versions shape;
    private final Duration past;
    private final Duration future;
    private final InstantSource clock;

    private TimestampRule(Builder from) {
        this.shape = from.shape;
        this.past = from.past;
        this.future = from.future;
        this.clock = from.clock;
    }

    @Override
    public UuidVerdict check(UUID id) {
        return check(id, clock.instant());
    }

    @Override
    public UuidVerdict check(UUID id, Instant now) {
        UuidVerdict.Rejected fault = shape.fault(id);
        if (fault != null) {
            return fault;
        }
        Instant made = Instant.ofEpochMilli(id.getMostSignificantBits() >>> TIMESTAMP_SHIFT);
        Duration age = Duration.between(made, now.truncatedTo(ChronoUnit.MILLIS));
        if (age.compareTo(past) > 0) {
            return rejected(RejectionReason.TOO_OLD, id, made, age, "before", now, past);
        }
        if (age.negated().compareTo(future) > 0) {
            return rejected(RejectionReason.TOO_NEW, id, made, age.negated(), "after", now, future);
        }
        return new UuidVerdict.Accepted(id);
    }

    private static UuidVerdict.Rejected rejected(
            RejectionReason reason,
            UUID id,
            Instant made,
            Duration distance,
            String side,
            Instant now,
            Duration allowed) {
        return new UuidVerdict.Rejected(
                reason,
                "%s has the time %s, %s %s %s; the limit is %s".formatted(id, made, distance, side, now, allowed));
    }

    @Override
    public String toString() {
        return "TimestampRule[version %s, past %s, future %s]".formatted(shape, past, future);
    }

    /** Not thread-safe; may be changed and used again after {@link #build()}. */
    public static final class Builder {

        private final Versions shape;
        private Duration past = DEFAULT_TOLERANCE;
        private Duration future = DEFAULT_TOLERANCE;
        private InstantSource clock = InstantSource.system();

        Builder(int version) {
            this.shape = new Versions(version);
        }

        /**
         * How old an id may be.
         *
         * @param tolerance whole milliseconds, zero or more
         * @return this builder
         * @throws IllegalArgumentException when it is anything else
         */
        public Builder past(Duration tolerance) {
            past = checked("past", tolerance);
            return this;
        }

        /**
         * How far in the future an id may be.
         *
         * @param tolerance whole milliseconds, zero or more
         * @return this builder
         * @throws IllegalArgumentException when it is anything else
         */
        public Builder future(Duration tolerance) {
            future = checked("future", tolerance);
            return this;
        }

        /**
         * The clock of {@link #check(UUID)}, the system's by default.
         *
         * @param clock read once for each check
         * @return this builder
         */
        public Builder clock(InstantSource clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        /** {@return the rule} */
        public TimestampRule build() {
            return new TimestampRule(this);
        }

        private static Duration checked(String side, Duration tolerance) {
            if (tolerance.isNegative() || tolerance.toNanosPart() % NANOS_OF_A_MILLI != 0) {
                throw new IllegalArgumentException(
                        "%s must be whole milliseconds, zero or more, and is %s".formatted(side, tolerance));
            }
            return tolerance;
        }
    }
}
