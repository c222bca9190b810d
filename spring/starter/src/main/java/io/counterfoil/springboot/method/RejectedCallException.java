package io.counterfoil.springboot.method;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.result.Outcome;

/** A call of a {@link io.counterfoil.springboot.OncePerKey} method that was not executed, and has no result to be given. */
public final class RejectedCallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient IdempotencyKey key;
    private final transient Outcome.Rejected<?> reason;

    RejectedCallException(IdempotencyKey key, Outcome.Rejected<?> reason) {
        super(inWords(reason) + ": " + key);
        this.key = key;
        this.reason = reason;
    }

    private static String inWords(Outcome.Rejected<?> reason) {
        return reason.match(
                inProgress -> "the first call under this key is still in progress",
                payloadMismatch -> "this key was used for a call with other contents",
                resultNotStored -> "the first call under this key was executed; its result was too large to be stored",
                unknownOutcome -> "the first call under this key was started and not completed; its outcome is unknown",
                tooMany -> "this client has " + tooMany.limit() + " calls in progress, the maximum",
                notAdmitted -> "the call was rejected before it was executed");
    }

    /** {@return the key of the call} */
    public IdempotencyKey key() {
        return key;
    }

    /** {@return why: in progress or too many, to be attempted again later; other contents, result not stored, or unknown outcome} */
    public Outcome.Rejected<?> reason() {
        return reason;
    }
}
