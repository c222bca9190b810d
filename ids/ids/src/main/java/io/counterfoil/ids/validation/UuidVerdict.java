package io.counterfoil.ids.validation;

import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/** What a {@link UuidRule} says of an id: {@link Accepted}, or {@link Rejected} for a reason. */
public sealed interface UuidVerdict {

    /**
     * The id satisfies the rule.
     *
     * @param id the id that was checked, read from its text where it was one
     */
    record Accepted(UUID id) implements UuidVerdict {

        /**
         * An acceptance, for rules of your own too.
         *
         * @param id the id that was checked
         */
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
    record Rejected(RejectionReason reason, String message) implements UuidVerdict {

        /**
         * A rejection, for rules of your own too.
         *
         * @param reason for programs
         * @param message for people: one line of printable ASCII
         */
        public Rejected {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(message, "message");
        }
    }

    /** {@return whether the id may become an entity's} */
    default boolean isAccepted() {
        return this instanceof Accepted;
    }

    /**
     * {@return the result of the function that is for this case; the other is not called}
     *
     * @param <R> the functions' result
     * @param accepted gets the id
     * @param rejected gets the rejection
     */
    default <R> R match(
            Function<? super UUID, ? extends R> accepted, Function<? super Rejected, ? extends R> rejected) {
        return this instanceof Rejected refusal ? rejected.apply(refusal) : accepted.apply(((Accepted) this).id());
    }

    /**
     * {@return the accepted id}
     *
     * @param <X> what is thrown
     * @param exception makes it of a rejection
     * @throws X what the function made of a rejection
     */
    default <X extends Throwable> UUID orElseThrow(Function<? super Rejected, X> exception) throws X {
        if (this instanceof Rejected refusal) {
            throw exception.apply(refusal);
        }
        return ((Accepted) this).id();
    }
}
