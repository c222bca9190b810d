package io.counterfoil.operations;

/** What came of submitting work: one of two. */
public sealed interface Submission {

    /** {@return the operation that has the reference: the new one, or the one that was there} */
    Operation operation();

    /**
     * It is submitted, as soon as the transaction commits.
     *
     * @param operation the new operation
     */
    record Submitted(Operation operation) implements Submission {}

    /**
     * The reference is taken, by this operation, and nothing was submitted. The caller knows whether it is the same work.
     *
     * @param operation the one that was there
     */
    record Known(Operation operation) implements Submission {}
}
