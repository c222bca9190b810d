package io.counterfoil.jdbc.entity;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.CommandOutcome;
import io.counterfoil.entities.Commands;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Commands to entities that exist, each of which takes effect once: the entity remembers the command's id in its own row, which is
 * saved under a check of its version.
 *
 * <pre>{@code
 * static final EntityCommands<OrderId, Order> COMMANDS =
 *         EntityCommands.of(new OrderRows(), Commands.keptIn(Order::commands, Order::withCommands));
 *
 * Result<Order> result = COMMANDS.execute(connection, orderId, commandId, Order::ship);
 * }</pre>
 *
 * <p>Effect and memory are one {@code UPDATE} of one row: they last together or not at all, whatever the transaction.
 * All happens in the connection's transaction as it is found, and nothing is locked before that statement. The change
 * only decides; other writes (other tables, an outbox) follow after {@link Result.Applied}, in the same transaction. So
 * after every other result, and after a refusal by the change, this command has left nothing behind.
 *
 * <h2>At the same time</h2>
 *
 * <p>Of several commands that load one version of an entity, one is applied. The others wait for it at their own {@code UPDATE}, which
 * then meets another version: such a command is {@link Result.Repeated} if it is the very one that was applied and the transaction
 * can see it already, else {@link Result.Conflict}. On PostgreSQL above READ COMMITTED, and on MariaDB with {@code
 * innodb_snapshot_isolation}, the database reports the conflict by an exception ({@link
 * io.counterfoil.jdbc.dialect.SqlDialect#canRunAgain}). Roll back in both cases, and run the transaction again: a command that was applied
 * by the other is found then, and not applied twice.
 *
 * <p>A command that the list has forgotten is executed like a new one, by the entity's rules and under the check of its version.
 *
 * <p>Immutable and thread-safe.
 *
 * @param <I> the entity's id
 * @param <T> the entity
 */
public final class EntityCommands<I, T> {

    private final Rows<I, T> rows;
    private final Commands<T> commands;
    private final FirstCommand<T> firstCommand;

    private EntityCommands(Rows<I, T> rows, Commands<T> commands, FirstCommand<T> firstCommand) {
        this.rows = rows;
        this.commands = commands;
        this.firstCommand = firstCommand;
    }

    /**
     * {@return commands to the entities in these rows}
     *
     * @param <I> the entity's id
     * @param <T> the entity
     * @param rows loads and saves the entities
     * @param commands where an entity keeps its list
     */
    public static <I, T> EntityCommands<I, T> of(Rows<I, T> rows, Commands<T> commands) {
        return new EntityCommands<>(rows, commands, (connection, entity) -> {});
    }

    /**
     * {@return the same commands, which forget at an entity's first command, in the same transaction, the id of the command that created
     * it: its client has the entity's id by then} A list is empty before an entity's first command.
     *
     * @param creations where the creations are kept
     * @param entityId the entity's id as it is there
     */
    public EntityCommands<I, T> forgetting(CreationIdentifiers creations, Function<? super T, UUID> entityId) {
        return new EntityCommands<>(
                rows, commands, (connection, entity) -> creations.forget(connection, entityId.apply(entity)));
    }

    /**
     * Executes a command, unless the entity knows it.
     *
     * @param <X> how the change refuses
     * @param connection the rows are loaded and saved on it; stays open
     * @param id the entity
     * @param command the command's id
     * @param change what the command does to the entity; it writes nothing. It may be called for a command that turns out to be a
     *     conflict
     * @return one of the four cases
     * @throws X what the change threw: the entity's refusal. Nothing was done, and the command is not remembered
     * @throws IllegalStateException when the entity does not have the command in its list after it was kept there
     * @throws SQLException the driver's, or that of the rows; whether the transaction can go on is the database's to say
     */
    public <X extends Exception> Result<T> execute(
            Connection connection, I id, CommandId command, Commands.Change<T, X> change) throws SQLException, X {
        Optional<T> found = rows.load(connection, id);
        if (found.isEmpty()) {
            return new Result.Absent<>();
        }
        boolean first = commands.of(found.get()).isEmpty(); // asked now: a mutable entity has the command afterwards
        CommandOutcome<T> outcome = commands.once(found.get(), command, change);
        if (outcome.isRepeated()) {
            return new Result.Repeated<>(outcome.answer());
        }
        Optional<T> saved = rows.save(connection, outcome.answer());
        if (saved.isEmpty()) {
            return lost(connection, id, command);
        }
        if (first) {
            firstCommand.executed(connection, saved.get());
        }
        return new Result.Applied<>(saved.get());
    }

    private Result<T> lost(Connection connection, I id, CommandId command) throws SQLException {
        Optional<T> now = rows.load(connection, id).filter(entity -> commands.isKnown(entity, command));
        return now.isPresent() ? new Result.Repeated<>(now.get()) : new Result.Conflict<>();
    }

    @FunctionalInterface
    private interface FirstCommand<T> {
        void executed(Connection connection, T entity) throws SQLException;
    }

    /**
     * What came of a command to an entity in a database: one of four.
     *
     * @param <T> the entity
     */
    public sealed interface Result<T> {

        /**
         * The command was new, and has taken effect, as soon as the transaction commits.
         *
         * @param <T> the entity
         * @param entity as it was saved
         */
        record Applied<T>(T entity) implements Result<T> {}

        /**
         * The command was known, and nothing was done.
         *
         * @param <T> the entity
         * @param entity as it is now
         */
        record Repeated<T>(T entity) implements Result<T> {}

        /**
         * There is no such entity, and nothing was done: for a client, 404.
         *
         * @param <T> the entity
         */
        record Absent<T>() implements Result<T> {}

        /**
         * Another command changed the entity meanwhile, and nothing was done. The command can be run again, at once, in a new transaction;
         * it is decided again on what the entity is then. For a client that should decide itself, 409.
         *
         * @param <T> the entity
         */
        record Conflict<T>() implements Result<T> {}

        /**
         * {@return the result of the function for this case; the other functions are not called}
         *
         * @param <R> the functions' result
         * @param <X> what the functions throw
         * @param applied handles {@link Applied}
         * @param repeated handles {@link Repeated}
         * @param absent handles {@link Absent}
         * @param conflict handles {@link Conflict}
         * @throws X what the function threw
         */
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
             * @param result the case
             * @return the function's result
             * @throws X any exception of the function
             */
            R apply(O result) throws X;
        }
    }

    /**
     * How entities of one kind are loaded and saved, each as a row with a version and the list of its commands; you write it. Thread-safe.
     *
     * @param <I> the entity's id
     * @param <T> the entity
     */
    public interface Rows<I, T> {

        /**
         * {@return the entity, with its version and its commands; empty where there is no such row}
         *
         * @param connection that of the command; stays open
         * @param id the entity
         * @throws SQLException the driver's
         */
        Optional<T> load(Connection connection, I id) throws SQLException;

        /**
         * Writes an entity that was loaded and changed, its commands with it, if its row still has the version that was loaded, and raises
         * that version: {@code UPDATE ... SET ..., commands = ?, version = version + 1 WHERE id = ? AND version = ?}.
         *
         * @param connection that of the command; stays open
         * @param changed the entity, with the version that was loaded
         * @return the entity as it is now; empty where no row was updated, because it has another version, or is gone
         * @throws SQLException the driver's
         */
        Optional<T> save(Connection connection, T changed) throws SQLException;
    }
}
