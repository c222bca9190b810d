package io.counterfoil.jdbc.entity;

import io.counterfoil.ids.validation.RejectionReason;
import io.counterfoil.ids.validation.UuidVerdict;

/** The id of a command does not satisfy the rule for creations. The message names the reason, and can be sent to the client. */
public final class RejectedCommandIdException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final RejectionReason reason;

    RejectedCommandIdException(UuidVerdict.Rejected rejected) {
        super("command id: " + rejected.message());
        this.reason = rejected.reason();
    }

    /** Why. */
    public RejectionReason reason() {
        return reason;
    }
}
