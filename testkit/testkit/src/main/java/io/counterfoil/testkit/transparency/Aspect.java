package io.counterfoil.testkit.transparency;

/** The parts of an execution that are compared. */
public enum Aspect {
    /** The status code. */
    STATUS,
    /** A header field of the response. */
    HEADER_FIELDS,
    /** The body of the response. */
    BODY,
    /** The rows of one table. */
    ROWS,
    /** The observed lines. */
    OBSERVATIONS,
    /** The replay, compared with the first execution under the key. */
    REPLAY
}
