package io.counterfoil.idempotency.result;

/** How effect and record are committed. */
public enum CommitMode {
    /** In a transaction of the engine, which has committed. */
    OWN_TRANSACTION,
    /** In the caller's transaction: both are committed with it, or neither. */
    CALLERS_TRANSACTION,
    /** Under a lease: the record was written after the effect. */
    LEASE
}
