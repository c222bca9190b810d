package io.counterfoil.operations;

/** The state of an operation's callback. */
public enum CallbackState {
    /** None was asked for. */
    NONE,
    /** It is still to be made, or to be made again. */
    PENDING,
    /** The target has it. */
    DELIVERED,
    /** The target did not want it, or did not take it in all the time; it can still be asked for the operation. */
    GAVE_UP
}
