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

    /**
     * There was no row with this key: now there is, as soon as the transaction commits.
     *
     * @param <T> what a row is read as
     * @param row the row that was inserted
     */
    record Created<T>(T row) implements Inserted<T> {}

    /**
     * There was a row with this key, and nothing was inserted. Mostly it is what an earlier attempt inserted. If its contents
     * are others, the client used one id for two things, which {@link #requireSame} detects.
     *
     * @param <T> what a row is read as
     * @param row the row that was there
     */
    record Existing<T>(T row) implements Inserted<T> {}

    /**
     * {@return the result of the function for this case; the other function is not called}
     *
     * @param <R> the functions' result
     * @param <X> what the functions throw
     * @param created handles {@link Created}
     * @param existing handles {@link Existing}
     * @throws X what the function threw
     */
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

    /**
     * How to go on in one case.
     *
     * @param <O> the case
     * @param <R> the function's result
     * @param <X> what the function throws
     */
    @FunctionalInterface
    interface Case<O, R, X extends Exception> {

        /**
         * Handles the case.
         *
         * @param inserted the case
         * @return the function's result
         * @throws X any exception of the function
         */
        R apply(O inserted) throws X;
    }
}
