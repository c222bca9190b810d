package io.counterfoil.ids.validation;

import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.UuidFormat;
import io.counterfoil.ids.validation.UuidRule.Verdict.Accepted;
import io.counterfoil.ids.validation.UuidRule.Verdict.Reason;
import io.counterfoil.ids.validation.UuidRule.Verdict.Rejected;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/**
 * What a UUID has to be before an entity is created under it. {@link UuidRule} has the rules, and the package tells what they
 * are for.
 *
 * <p>A rule asks in this order, and the first fault is the verdict: text, nil, variant, version, time. It throws nothing for
 * whatever a client may send, {@code null} excepted.
 *
 * <p>Implementations are immutable and thread-safe. Those of {@link UuidRule} make no object to accept a UUID, but the verdict
 * (and the instant that a clock gives).
 */
@FunctionalInterface
public interface UuidRule {

    /** A UUID of any version that RFC 9562 knows (1 to 8), of its variant, and not nil. */
    static UuidRule anyVersion() {
        return Versions.ANY;
    }

    /**
     * A UUID of one of these versions, of the variant of RFC 9562.
     *
     * @param versions 1 to 8 each, one at least
     * @throws IllegalArgumentException when there is none, or another
     */
    static UuidRule version(int... versions) {
        return new Versions(versions);
    }

    /** A {@link ShortPrefixComb}, made at about the time of the check. */
    static ShortPrefixCombRule.Builder shortPrefixComb() {
        return new ShortPrefixCombRule.Builder();
    }

    /** A UUID of version 7, made at about the time of the check. */
    static TimestampRule.Builder v7() {
        return new TimestampRule.Builder(7);
    }

    /**
     * A {@link io.counterfoil.ids.generator.Comb}, made at about the time of the check. A random UUID of version 4 bears the same
     * marks, and hits a window of twenty minutes once in 2<sup>28</sup> times.
     */
    static TimestampRule.Builder comb() {
        return new TimestampRule.Builder(4);
    }

    /**
     * The verdict on a UUID at an instant, which may be one that the client submitted: the package says what that costs.
     *
     * @param now any instant; disregarded by a rule without a window of time
     */
    Verdict check(UUID id, Instant now);

    /** The verdict on a UUID by the rule's own clock: the one it was built with, else the system's. */
    default Verdict check(UUID id) {
        return check(id, InstantSource.system().instant());
    }

    /**
     * As {@link #check(UUID)}, of a text, whose letters may be in either case (RFC 9562, section 4); {@link Reason#NOT_CANONICAL} when it is
     * not {@link UuidFormat#HEX} even so. Keep the UUID, not the text: one UUID has several texts.
     */
    default Verdict check(CharSequence text) {
        UUID id;
        try {
            id = UuidFormat.HEX.parseLenient(text);
        } catch (InvalidIdException fault) {
            return notCanonical(fault);
        }
        return check(id);
    }

    /** As {@link #check(CharSequence)}, at an instant. */
    default Verdict check(CharSequence text, Instant now) {
        UUID id;
        try {
            id = UuidFormat.HEX.parseLenient(text);
        } catch (InvalidIdException fault) {
            return notCanonical(fault);
        }
        return check(id, now);
    }

    /** A rule that asks the other one where this one accepts. Each of the two keeps its own clock. */
    default UuidRule and(UuidRule next) {
        return new BothRules(this, next);
    }

    private static Rejected notCanonical(InvalidIdException fault) {
        return new Rejected(
                Reason.NOT_CANONICAL,
                "not a UUID in canonical text (%s): %s".formatted(fault.reason(), fault.getMessage()));
    }

    /** What a {@link UuidRule} says of an id: {@link Accepted}, or {@link Rejected} for a reason. */
    sealed interface Verdict {

        /** The ID satisfies the rule. */
        record Accepted(UUID id) implements Verdict {

            /** The id that was checked, read from its text where it was one. */
            public Accepted {
                Objects.requireNonNull(id, "id");
            }
        }

        /**
         * The id is not to be created under.
         *
         * @param reason for programs
         * @param message for people: one line of printable ASCII with at most 64 characters of what the client sent
         */
        record Rejected(Reason reason, String message) implements Verdict {

            /** A rejection, for rules of your own too. */
            public Rejected {
                Objects.requireNonNull(reason, "reason");
                Objects.requireNonNull(message, "message");
            }
        }

        /** Why an id was rejected. Names are stable; later versions may add some. */
        enum Reason {
            /** The text is not 36 characters of hex with four hyphens; the message says where, and what is wrong there. */
            NOT_CANONICAL,
            /** It is the nil UUID, all zeros (RFC 9562, section 5.9): it was never set. */
            NIL,
            /** It has not the variant of RFC 9562 (section 4.1). */
            WRONG_VARIANT,
            /** It is of a version that the rule does not take. */
            WRONG_VERSION,
            /** Its time is before the window. */
            TOO_OLD,
            /** Its time is after the window. */
            TOO_NEW,
            /** A rule of your own refuses it. */
            OTHER
        }

        /** Whether the id may become an entity's. */
        default boolean isAccepted() {
            return this instanceof Accepted;
        }

        /** The result of the function that is for this case; the other is not called. */
        default <R> R match(
                Function<? super UUID, ? extends R> accepted, Function<? super Rejected, ? extends R> rejected) {
            return this instanceof Rejected refusal ? rejected.apply(refusal) : accepted.apply(((Accepted) this).id());
        }

        /**
         * The accepted id.
         *
         * @throws X that the function makes of a rejection
         */
        default <X extends Throwable> UUID orElseThrow(Function<? super Rejected, X> exception) throws X {
            if (this instanceof Rejected refusal) {
                throw exception.apply(refusal);
            }
            return ((Accepted) this).id();
        }
    }

    /**
     * Takes UUIDs with a timestamp of 48 bits in front ({@link io.counterfoil.ids.generator.UuidV7}, {@link
     * io.counterfoil.ids.generator.Comb}) that is at most so long before an instant, or so long after it, both ends included.
     *
     * <p>All is reckoned in whole milliseconds, as the timestamp is: the instant is taken without what it has beyond them. By default
     * ten minutes either way. Works at every instant. Immutable and thread-safe.
     */
    final class TimestampRule implements UuidRule {

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
        public Verdict check(UUID id) {
            return check(id, clock.instant());
        }

        @Override
        public Verdict check(UUID id, Instant now) {
            Rejected fault = shape.fault(id);
            if (fault != null) {
                return fault;
            }
            Instant made = Instant.ofEpochMilli(id.getMostSignificantBits() >>> TIMESTAMP_SHIFT);
            Duration age = Duration.between(made, now.truncatedTo(ChronoUnit.MILLIS));
            if (age.compareTo(past) > 0) {
                return rejected(Reason.TOO_OLD, id, made, age, "before", now, past);
            }
            if (age.negated().compareTo(future) > 0) {
                return rejected(Reason.TOO_NEW, id, made, age.negated(), "after", now, future);
            }
            return new Accepted(id);
        }

        private static Rejected rejected(
                Reason reason, UUID id, Instant made, Duration distance, String side, Instant now, Duration allowed) {
            return new Rejected(
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
             * @throws IllegalArgumentException when it is anything else
             */
            public Builder future(Duration tolerance) {
                future = checked("future", tolerance);
                return this;
            }

            /** The clock of {@link #check(UUID)}; the system's where nothing is said. Read once for each check. */
            public Builder clock(InstantSource clock) {
                this.clock = Objects.requireNonNull(clock, "clock");
                return this;
            }

            /** The rule. */
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
}
