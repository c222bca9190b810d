package io.counterfoil.jdbc.insert;

import java.util.function.Predicate;

/**
 * What came of an {@link InsertOrFind}: one of two. The row as stored by the database, not as passed in.
 *
 * @param <T> what a row is read as
 */
public sealed interface Inserted<T> {

    /** {@return the row, inserted by this call or before} */
    T row();

    /** There was no row with this key: now there is, as soon as the transaction commits. */
    record Created<T>(T row) implements Inserted<T> {}

    /**
     * There was a row with this key, and nothing was inserted. Mostly it is what an earlier attempt inserted. If its contents
     * are others, the client used one id for two things, which {@link #requireSame} detects.
     */
    record Existing<T>(T row) implements Inserted<T> {}

    /** Calls the function of the case. */
    default <R, X extends Exception> R match(
            Case<? super Created<T>, ? extends R, X> created, Case<? super Existing<T>, ? extends R, X> existing)
            throws X {
        return this instanceof Created<T> c ? created.apply(c) : existing.apply((Existing<T>) this);
    }

    /**
     * {@return the row, if it was created, or has the contents that the insert was meant to give it}
     *
     * <pre>{@code
     * Account account = inserted.requireSame(row -> row.owner().equals(owner));
     * }</pre>
     *
     * @param same compares what never changes after the insert; a value may have lost precision in its column
     * @throws DifferentContentsException when an existing row is not the same; the transaction is as it was
     */
    default T requireSame(Predicate<? super T> same) {
        if (this instanceof Existing<T> && !same.test(row())) {
            throw new DifferentContentsException();
        }
        return row();
    }

    /** How to go on in one case. */
    @FunctionalInterface
    interface Case<O, R, X extends Exception> {

        /** Handles the case. */
        R apply(O inserted) throws X;
    }
}
