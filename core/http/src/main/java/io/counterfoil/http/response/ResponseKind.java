package io.counterfoil.http.response;

/** What a response means for the work behind it, and for duplicates. */
public enum ResponseKind {

    /** It succeeded: duplicates get this response. */
    DONE,

    /** It was refused, and would be refused again: duplicates get this response where refusals are recorded. */
    REFUSED,

    /** It was postponed before any effect: the work is rolled back, and the next attempt executes it. */
    NOT_DONE,

    /** It failed, as with an exception: a transaction is rolled back; under a lease the outcome is unknown. */
    FAILED
}
