package io.counterfoil.idempotency.store;

/** The result of completing a claim. */
public enum Settlement {
    /** The record is kept; with a transactional store, once the unit of work commits. */
    RECORDED,
    /** The lease was no longer the caller's, or another has recorded: nothing was changed. */
    STALE,
    /** The unit of work cannot commit any more (it is marked for roll-back): nothing will be stored. */
    ROLLED_BACK
}
