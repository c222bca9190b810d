package io.counterfoil.http;

/** The outcome of a guarded request: for metrics and traces. */
public enum HttpOutcome {

    /** The handler ran, and its response is kept for duplicates. */
    EXECUTED,

    /** The handler ran; its response is not stored, and duplicates are rejected with that reason. */
    NOT_STORED,

    /** The handler ran, and nothing is remembered: its response was to come back later, or its transaction was rolled back. */
    NOT_REMEMBERED,

    /** The handler ran and failed, by an exception or a response from 500 up. */
    FAILED,

    /** A duplicate: it got the original's response. */
    REPLAYED,

    /** A duplicate, while the original is still in progress. */
    IN_PROGRESS,

    /** The key was used with other contents. */
    KEY_REUSED,

    /** The key is over its lifetime and has no record; the handler did not run. */
    KEY_EXPIRED,

    /** A duplicate of a request whose response is not stored. */
    RESPONSE_NOT_STORED,

    /** The lease of an earlier execution has expired: its effect is unknown. */
    OUTCOME_UNKNOWN,

    /** The client has as many keyed requests in progress as it may. */
    TOO_MANY_OPEN,

    /** The store of records failed. */
    STORE_UNAVAILABLE,

    /** Refused before anything was claimed: a key is missing or unreadable, the body is too large. */
    REFUSED
}
