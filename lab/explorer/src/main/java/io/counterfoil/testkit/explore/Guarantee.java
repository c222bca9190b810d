package io.counterfoil.testkit.explore;

/** How often the effect of a scenario may take place. */
public enum Guarantee {
    /** At most once. */
    ONCE,
    /**
     * At most once under each lease, and never under a lease after an effect under a later lease. This is what an
     * effect that checks the fencing token can guarantee if work is rerun after its lease has expired.
     */
    ONCE_PER_LEASE
}
