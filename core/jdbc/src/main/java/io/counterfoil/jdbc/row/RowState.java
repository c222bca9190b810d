package io.counterfoil.jdbc.row;

/** What a row means. */
public enum RowState {

    /** The request was executed, and the row has its result. */
    EXECUTED,

    /** A lease is held. */
    IN_PROGRESS,

    /** A lease ran out, and the outcome is unknown. */
    UNKNOWN,

    /** A lease was released: the key is free, and the row only keeps the token growing. */
    RELEASED
}
