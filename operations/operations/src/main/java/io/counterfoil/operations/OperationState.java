package io.counterfoil.operations;

/** How far an operation is. */
public enum OperationState {
    /** Not started yet. */
    PENDING,
    /** In progress, or to be resumed. */
    RUNNING,
    /** It is done; final. */
    SUCCEEDED,
    /** It cannot be done; final. What its finished steps have done stays. */
    FAILED;

    /** {@return whether the state is final: nothing changes any more} */
    public boolean isFinal() {
        return this == SUCCEEDED || this == FAILED;
    }
}
