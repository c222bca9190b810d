package io.counterfoil.jdbc.entity;

import io.counterfoil.ids.validation.RejectionReason;
import io.counterfoil.ids.validation.UuidVerdict;

/** The id of a command does not satisfy the rule for creations. The message names the reason, and can be sent to the client. */
public final class RejectedCommandIdException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** Why the id was rejected. */
    private final RejectionReason reason;

    RejectedCommandIdException(UuidVerdict.Rejected rejected) {
        super("command id: " + rejected.message());
        this.reason = rejected.reason();
    }

    /** {@return why the id was rejected} */
    public RejectionReason reason() {
        return reason;
    }
}
