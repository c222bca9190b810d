package io.counterfoil.ids.validation;

import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.UuidFormat;
import io.counterfoil.ids.validation.Verdict.Reason;
import io.counterfoil.ids.validation.Verdict.Rejected;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;

/**
 * What a UUID has to be before an entity is created under it. {@link UuidRules} has the rules, and the package tells what they
 * are for.
 *
 * <p>A rule asks in this order, and the first fault is the verdict: text, nil, variant, version, time. It throws nothing for
 * whatever a client may send, {@code null} excepted.
 *
 * <p>Implementations are immutable and thread-safe. Those of {@link UuidRules} make no object to accept a UUID, but the verdict
 * (and the instant that a clock gives).
 */
@FunctionalInterface
public interface UuidRule {

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

    /** As {@link #check(UUID)}, of a text; {@link Reason#NOT_CANONICAL} when it is not {@link UuidFormat#HEX}. */
    default Verdict check(CharSequence text) {
        UUID id;
        try {
            id = UuidFormat.HEX.parse(text);
        } catch (InvalidIdException fault) {
            return notCanonical(fault);
        }
        return check(id);
    }

    /** As {@link #check(UUID, Instant)}, of a text; {@link Reason#NOT_CANONICAL} when it is not {@link UuidFormat#HEX}. */
    default Verdict check(CharSequence text, Instant now) {
        UUID id;
        try {
            id = UuidFormat.HEX.parse(text);
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
                "no UUID in canonical text (%s): %s".formatted(fault.reason(), fault.getMessage()));
    }
}
