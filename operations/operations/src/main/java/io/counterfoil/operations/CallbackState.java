package io.counterfoil.operations;

/** The state of an operation's callback. */
public enum CallbackState {
    /** None was asked for. */
    NONE,
    /** It is still to be made, or to be made again. */
    PENDING,
    /** The target has it. */
    DELIVERED,
    /**
     * The target did not want it, or did not take it in all the time. The client can still ask for the operation, and an operator can {@linkplain
     * Operations#redeliverCallback make it again}.
     */
    GAVE_UP
}
