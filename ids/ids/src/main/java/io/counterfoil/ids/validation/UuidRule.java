package io.counterfoil.ids.validation;

import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.UuidFormat;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;

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

    /** {@return the rule of a UUID of any version that RFC 9562 knows (1 to 8), of its variant, and not nil} */
    static UuidRule anyVersion() {
        return Versions.ANY;
    }

    /**
     * {@return the rule of a UUID of one of these versions, of the variant of RFC 9562}
     *
     * @param versions 1 to 8 each, one at least
     * @throws IllegalArgumentException when there is none, or another
     */
    static UuidRule version(int... versions) {
        return new Versions(versions);
    }

    /** {@return a builder of the rule of a {@link ShortPrefixComb} that was made at about the time of the check} */
    static ShortPrefixCombRule.Builder shortPrefixComb() {
        return new ShortPrefixCombRule.Builder();
    }

    /** {@return a builder of the rule of a UUID of version 7 that was made at about the time of the check} */
    static TimestampRule.Builder v7() {
        return new TimestampRule.Builder(7);
    }

    /**
     * {@return a builder of the rule of a {@link io.counterfoil.ids.generator.Comb} that was made at about the time of the check} A
     * random UUID of version 4 bears the same marks, and hits a window of twenty minutes once in 2<sup>28</sup> times.
     */
    static TimestampRule.Builder comb() {
        return new TimestampRule.Builder(4);
    }

    /**
     * {@return the verdict on a UUID at an instant, which may be one that the client submitted: the package says what that costs}
     *
     * @param id any UUID
     * @param now any instant; disregarded by a rule without a window of time
     */
    UuidVerdict check(UUID id, Instant now);

    /**
     * {@return the verdict on a UUID by the rule's own clock: the one it was built with, else the system's}
     *
     * @param id any UUID
     */
    default UuidVerdict check(UUID id) {
        return check(id, InstantSource.system().instant());
    }

    /**
     * {@return the verdict on a text, as {@link #check(UUID)}; {@link RejectionReason#NOT_CANONICAL} when it is not {@link
     * UuidFormat#HEX}, in either case} Keep the UUID, not the text: one UUID has several texts.
     *
     * @param text letters may be in either case (RFC 9562, section 4)
     */
    default UuidVerdict check(CharSequence text) {
        UUID id;
        try {
            id = UuidFormat.HEX.parseLenient(text);
        } catch (InvalidIdException fault) {
            return notCanonical(fault);
        }
        return check(id);
    }

    /**
     * {@return the verdict on a text at an instant, as {@link #check(CharSequence)}}
     *
     * @param text letters may be in either case (RFC 9562, section 4)
     * @param now any instant; disregarded by a rule without a window of time
     */
    default UuidVerdict check(CharSequence text, Instant now) {
        UUID id;
        try {
            id = UuidFormat.HEX.parseLenient(text);
        } catch (InvalidIdException fault) {
            return notCanonical(fault);
        }
        return check(id, now);
    }

    /**
     * {@return a rule that asks the other one where this one accepts} Each of the two keeps its own clock.
     *
     * @param next asked where this one accepts
     */
    default UuidRule and(UuidRule next) {
        return new BothRules(this, next);
    }

    private static UuidVerdict.Rejected notCanonical(InvalidIdException fault) {
        return new UuidVerdict.Rejected(
                RejectionReason.NOT_CANONICAL,
                "not a UUID in canonical text (%s): %s".formatted(fault.reason(), fault.getMessage()));
    }
}
