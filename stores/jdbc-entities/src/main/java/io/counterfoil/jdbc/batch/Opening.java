package io.counterfoil.jdbc.batch;

/** What came of opening a batch: one of two. */
public sealed interface Opening {

    /** The batch, new or as it was found. */
    Batch batch();

    /** There was none of this id; this one has no members yet, and lasts if the transaction commits. */
    record Opened(Batch batch) implements Opening {}

    /** There is one of this id, of whatever kind; nothing was done. */
    record Existing(Batch batch) implements Opening {}

    /** Goes on with the one case that holds. */
    default <R, X extends Exception> R match(
            Case<? super Opened, ? extends R, X> opened, Case<? super Existing, ? extends R, X> existing) throws X {
        return this instanceof Opened one ? opened.apply(one) : existing.apply((Existing) this);
    }

    /** How to go on in one case. */
    @FunctionalInterface
    interface Case<O, R, X extends Exception> {

        /** Goes on. */
        R apply(O opening) throws X;
    }
}
