package io.counterfoil.idempotency.store;

/** What became of the wish to complete a claim. */
public enum Settlement {
    /** The record is kept; with a transactional store, once the unit of work commits. */
    RECORDED,
    /** The lease was no longer the caller's, or another has recorded: nothing was changed. */
    STALE,
    /** The unit of work cannot commit any more (something in it asked for a roll-back): nothing will be kept. */
    ROLLED_BACK
}
