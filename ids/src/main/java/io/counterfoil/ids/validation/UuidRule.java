package io.counterfoil.ids.validation;

import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.UuidFormat;
import io.counterfoil.ids.validation.UuidRule.Verdict.Reason;
import io.counterfoil.ids.validation.UuidRule.Verdict.Rejected;
import java.time.Instant;
import java.time.InstantSource;
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
}
