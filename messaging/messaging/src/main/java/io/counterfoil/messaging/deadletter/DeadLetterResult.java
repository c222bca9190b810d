package io.counterfoil.messaging.deadletter;

/** What came of an operator's decision about a dead letter. */
public enum DeadLetterResult {
    /** It was published to where it came from, and is listed no more. */
    REQUEUED(true),
    /** It was removed at the broker, and is listed no more. */
    DISCARDED(true),
    /** It is listed no more; its broker still has it, or had removed it before. */
    FORGOTTEN(true),
    /** No dead letter of this key is listed: it was requeued or discarded before, or is being processed. */
    NOT_FOUND(false),
    /** It is listed, and its broker has it no more: it was published again, or removed, by other means. */
    MISSING(false),
    /** It is listed, and where it is is unknown, or no adapter of its broker is here. Nothing was changed. */
    UNREACHABLE(false);

    private final boolean settled;

    DeadLetterResult(boolean settled) {
        this.settled = settled;
    }

    /** {@return whether the message is no longer a dead letter} */
    public boolean isSettled() {
        return settled;
    }
}
