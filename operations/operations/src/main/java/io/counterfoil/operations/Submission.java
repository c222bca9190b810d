package io.counterfoil.operations;

/** What came of submitting work: one of two. */
public sealed interface Submission {

    /** {@return the operation that has the reference} */
    Operation operation();

    /** It is submitted, as soon as the transaction commits. */
    record Submitted(Operation operation) implements Submission {}

    /** The reference is taken, by this operation, and nothing was submitted. The caller knows whether it is the same work. */
    record Known(Operation operation) implements Submission {}
}
