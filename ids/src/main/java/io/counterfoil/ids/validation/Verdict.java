package io.counterfoil.ids.validation;

import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/** What a {@link UuidRule} says of an id: {@link Accepted}, or {@link Rejected} for a reason. */
public sealed interface Verdict {

    /** The id is as the rule wants it. */
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
        /** The text is not 36 characters of lower-case hex with four hyphens; the message says where, and what is wrong there. */
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
