package io.counterfoil.http;

/** What becomes of the work behind a response, and whether duplicates get that response (RQ-14). */
public enum Fate {

    /** It succeeded: duplicates get this response. */
    DONE,

    /** It was refused in a way that would be the same again: duplicates get this response where refusals are remembered. */
    REFUSED,

    /** It was put off before anything was done: the work is undone, and the next try does it. */
    NOT_DONE,

    /** It broke off somewhere, as with an exception: a transaction is rolled back, an effect elsewhere is unknown. */
    FAILED
}
