package io.counterfoil.idempotency.policy;

/** What happens to a request whose lease ran out. */
public enum OnExpiry {
    /**
     * It is run again: the effect takes place at least once. One that checks the token never takes place after that of a
     * later lease, but may have taken place before it; once it is only with a {@code OutcomeResolver} that first raises the
     * effect's fence to its own token, and then looks.
     */
    RERUN,
    /** Its outcome is unknown until an operator or a resolver settles it: the effect takes place at most once. */
    UNKNOWN
}
