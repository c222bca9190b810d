package io.counterfoil.jdbc.entity;

import io.counterfoil.ids.validation.Verdict;

/** The id of a command is not such as an entity is created by. The message says why, fit for the client who sent it. */
public final class RejectedCommandIdException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final Verdict.Reason reason;

    RejectedCommandIdException(Verdict.Rejected rejected) {
        super("command id: " + rejected.message());
        this.reason = rejected.reason();
    }

    /** Why. */
    public Verdict.Reason reason() {
        return reason;
    }
}
