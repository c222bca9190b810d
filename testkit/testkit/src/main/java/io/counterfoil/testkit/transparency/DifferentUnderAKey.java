package io.counterfoil.testkit.transparency;

/**
 * The differences that a first execution under a key may have from one without a key: the five of the guide to the
 * starter. There are no others: what is not here is a defect of the library or of its configuration.
 */
public enum DifferentUnderAKey {
    /**
     * All effects of a keyed request commit together. What the handler committed before it failed is undone with the
     * failure; until the end of the request its connections see each other's work, and locks and snapshots last. May
     * differ: rows, and what shows them.
     */
    EFFECTS_COMMIT_TOGETHER,

    /**
     * Callbacks after the commit ({@code TransactionSynchronization.afterCommit}, {@code @TransactionalEventListener})
     * run after the handler, without the ended transaction. What they throw is logged and does not change the response.
     * Everything may differ.
     */
    AFTER_COMMIT_LATER,

    /**
     * Work that would leave the keyed request is refused: a transaction that would commit apart from it, a second
     * isolation level after statements were executed, an asynchronous handler. Everything may differ.
     */
    SEPARATE_WORK_REFUSED,

    /**
     * A failure is a 500 under a key where it is a success without one: an exception that Spring takes for a client
     * that has gone, a response that breaks while it is written, the commit of a transaction that the database has
     * aborted. Everything may differ.
     */
    FAILURE_IS_NO_SUCCESS,

    /** Work that lost a conflict at its commit, or did not handle one, runs again as a whole. Everything may differ. */
    LOST_CONFLICT_RUNS_AGAIN;

    /**
     * {@return whether a difference of this kind is expected} A replay that differs from the first response is never explained.
     *
     * @param difference one that a comparison has found
     */
    public boolean explains(Difference difference) {
        return switch (difference.aspect()) {
            case REPLAY -> false;
            case STATUS, HEADER_FIELDS -> this != EFFECTS_COMMIT_TOGETHER;
            case BODY, ROWS, OBSERVATIONS -> true;
        };
    }
}
