package io.counterfoil.springconsole.duplicate;

/** What is counted of requests with a key, in the order in which it is shown. */
enum CountedOutcome {
    /** The handler ran. */
    EXECUTED,
    /** A duplicate was answered from the record. */
    REPLAYED,
    /** A key was used for other contents. */
    MISMATCH,
    /** Rejected for another reason: in progress, unknown outcome, too many, not stored. */
    REJECTED
}
