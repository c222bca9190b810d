package io.counterfoil.jdbc.entity;

/**
 * What came of a command to an entity in a database: one of four.
 *
 * @param <T> the entity
 */
public sealed interface CommandResult<T> {

    /** The command was new, and has taken effect, as soon as the transaction commits. The entity is as it was saved. */
    record Applied<T>(T entity) implements CommandResult<T> {}

    /** The command was known, and nothing was done. The entity is as it is now. */
    record Repeated<T>(T entity) implements CommandResult<T> {}

    /** There is no such entity, and nothing was done: for a client, 404. */
    record Absent<T>() implements CommandResult<T> {}

    /**
     * Another command changed the entity meanwhile, and nothing was done. The command can be run again, at once, in a new transaction;
     * it will be decided anew on what the entity is then. For a client that should decide itself, 409.
     */
    record Conflict<T>() implements CommandResult<T> {}

    /** Goes on with the one case that holds. */
    default <R, X extends Exception> R match(
            Case<? super Applied<T>, ? extends R, X> applied,
            Case<? super Repeated<T>, ? extends R, X> repeated,
            Case<? super Absent<T>, ? extends R, X> absent,
            Case<? super Conflict<T>, ? extends R, X> conflict)
            throws X {
        if (this instanceof Applied<T> a) {
            return applied.apply(a);
        }
        if (this instanceof Repeated<T> r) {
            return repeated.apply(r);
        }
        return this instanceof Absent<T> none ? absent.apply(none) : conflict.apply((Conflict<T>) this);
    }

    /** How to go on in one case. */
    @FunctionalInterface
    interface Case<O, R, X extends Exception> {

        /** Goes on. */
        R apply(O result) throws X;
    }
}
