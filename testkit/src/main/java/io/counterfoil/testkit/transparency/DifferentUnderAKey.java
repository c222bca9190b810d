package io.counterfoil.testkit.transparency;

/**
 * The differences that a first execution under a key may have from one without a key. There are no others: what is not
 * here is a defect of the library or of its configuration.
 */
public enum DifferentUnderAKey {
    /**
     * All effects of a keyed request commit together. What the handler committed before it failed is undone with the
     * failure, which a retry then executes as a whole. May differ: rows, and what observes them.
     */
    EFFECTS_COMMIT_TOGETHER,

    /**
     * Callbacks after the commit ({@code TransactionSynchronization.afterCommit}, {@code @TransactionalEventListener})
     * run after the handler, without the ended transaction. What they throw is logged and does not change the response.
     * Everything may differ.
     */
    AFTER_COMMIT_LATER,

    /** A transaction that would commit apart from the keyed request is refused. Everything may differ. */
    SEPARATE_TRANSACTION_REFUSED,

    /** A handler whose work continues after it returned is refused. Everything may differ. */
    ASYNCHRONOUS_REFUSED,

    /**
     * Spring takes some exceptions (a broken pipe, a connection reset, an end of a stream) for a client that has gone,
     * and sends an empty 200, also where another server's connection broke. Under a key they are failures. Everything
     * may differ.
     */
    LOST_CLIENT_IS_A_FAILURE;

    /** Whether this explains the difference. A replay that differs from the first response is never explained. */
    public boolean explains(Difference difference) {
        return switch (difference.aspect()) {
            case REPLAY -> false;
            case STATUS, HEADER_FIELDS, BODY -> this != EFFECTS_COMMIT_TOGETHER;
            case ROWS, OBSERVATIONS -> true;
        };
    }
}
