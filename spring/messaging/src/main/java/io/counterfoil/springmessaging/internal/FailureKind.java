package io.counterfoil.springmessaging.internal;

/** The ways in which an attempt fails. */
public enum FailureKind {
    /** The work threw. */
    FAILED,
    /** The message is in progress elsewhere. */
    IN_FLIGHT,
    /** It was begun too often before, and was not begun again. */
    USED_UP
}
