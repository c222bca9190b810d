package io.counterfoil.testkit.explore;

/** How often the effect of a scenario may take place. */
public enum Guarantee {
    /** At most once. */
    ONCE,
    /**
     * At most once under each lease, and never under a lease after one under a later lease: what is left to an effect that
     * checks the fencing token, where work is run again after its lease ran out.
     */
    ONCE_PER_LEASE
}
