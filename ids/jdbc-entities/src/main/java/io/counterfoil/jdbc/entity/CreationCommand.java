package io.counterfoil.jdbc.entity;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.CommandOutcome;
import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.jdbc.insert.DifferentContentsException;
import io.counterfoil.jdbc.insert.Inserted;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A command that creates entities, each command's id one: see {@link CreationIdentifiers}, which makes it. Immutable and thread-safe.
 *
 * @param <I> the entities' id
 */
public final class CreationCommand<I> {

    /** The longest name, in characters. */
    public static final int MAX_NAME_LENGTH = 100;

    private static final Pattern NAME = Pattern.compile("[!-~]{1," + MAX_NAME_LENGTH + "}");

    private final CreationTable table;
    private final UuidRule rule;
    private final String name;
    private final Ids<I> ids;

    CreationCommand(CreationTable table, UuidRule rule, String name, Ids<I> ids) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a command's name must have 1 to %s characters of printable ASCII without spaces; this one has %s: <%s>"
                            .formatted(MAX_NAME_LENGTH, name.length(), shown(name)));
        }
        this.table = table;
        this.rule = rule;
        this.name = name;
        this.ids = ids;
    }

    private static String shown(String name) {
        return name.substring(0, Math.min(name.length(), MAX_NAME_LENGTH)).replaceAll("[^ -~]", "?");
    }

    /** How an entity's id is made, and what it is in the table. */
    record Ids<I>(Supplier<I> next, Function<I, UUID> toUuid, Function<UUID, I> ofUuid) {}

    /**
     * Creates an entity, unless this command has created one: then the result is its id, and the entity is not loaded.
     *
     * <p>A new id is made for the entity, and put down beside the command's; then the action creates the entity under it. Both last if the
     * connection's transaction commits. They are done both or not at all: when the action throws, the command is unknown again, and the
     * transaction is as it was, unless the database has ended it. On a connection that commits by itself, they are one transaction of
     * their own. Then, as with every commit, an exception may mean that only the response of the commit was lost: a retry finds out.
     *
     * <p>Of several with one command's id at the same time, one creates. The others wait for its transaction to end, without doing
     * anything: if it commits, they get its entity's id; if it rolls back, one of them creates. Above READ COMMITTED the database may tell
     * them by an exception to run the transaction again: {@link io.counterfoil.jdbc.insert.InsertOrFind} lists them.
     *
     * @param <X> how the action refuses
     * @param connection to the database that has the table; stays open
     * @param command the command's id
     * @param action creates the entity, on this connection; called at most once
     * @return {@link CommandOutcome.Applied} with the new id, or {@link CommandOutcome.Repeated} with the one from then
     * @throws X what the action threw; nothing was done
     * @throws RejectedCommandIdException when the command's id is not as it must be; nothing was done
     * @throws DifferentContentsException when a command of another name has this id: the client used one id for two things; nothing was
     *     done
     * @throws CreationInFlightException when the database would wait no longer for the one that creates; nothing was done
     * @throws SQLException the driver's, or the action's; on PostgreSQL also (SQLState 25P02) where the action caught the failure of a
     *     statement, which has aborted the transaction; nothing was done
     */
    public <X extends Exception> CommandOutcome<I> once(
            Connection connection, CommandId command, Action<? super I, X> action) throws SQLException, X {
        Optional<Creation> known = table.find(connection, command);
        if (known.isPresent()) {
            return repeated(new Inserted.Existing<>(known.get()));
        }
        rule.check(command.value()).orElseThrow(RejectedCommandIdException::new);
        return AllOrNothing.<CommandOutcome<I>, X>run(connection, () -> {
            I id = ids.next().get();
            Inserted<Creation> inserted =
                    table.insert(connection, command, ids.toUuid().apply(id), name);
            if (inserted instanceof Inserted.Existing<Creation>) {
                return repeated(inserted);
            }
            action.create(id);
            return new CommandOutcome.Applied<>(id);
        });
    }

    /** Puts down that this command creates this entity: for the transaction of an insert that has just found the entity's id free. */
    void remember(Connection connection, CommandId command, I id) throws SQLException {
        rule.check(command.value()).orElseThrow(RejectedCommandIdException::new);
        UUID entity = ids.toUuid().apply(id);
        requireEntity(table.insert(connection, command, entity, name).row(), command, entity);
    }

    /** Checks that this command created this entity, which is there, as far as is remembered. */
    void requirePair(Connection connection, CommandId command, I id) throws SQLException {
        UUID entity = ids.toUuid().apply(id);
        Optional<Creation> known = table.find(connection, command);
        if (known.isPresent()) {
            requireEntity(known.get(), command, entity);
            return;
        }
        Set<CommandId> others = table.commandsOf(connection, entity);
        if (!others.isEmpty() && !others.contains(command)) {
            throw new CommandMismatchException(ReusedId.ENTITY_ID, command, entity);
        }
    }

    private void requireEntity(Creation known, CommandId command, UUID entity) {
        new Inserted.Existing<>(known).requireSame(row -> row.commandName().equals(name));
        if (!known.entityId().equals(entity)) {
            throw new CommandMismatchException(ReusedId.COMMAND_ID, command, entity);
        }
    }

    private CommandOutcome<I> repeated(Inserted<Creation> existing) {
        Creation creation = existing.requireSame(row -> row.commandName().equals(name));
        return new CommandOutcome.Repeated<>(ids.ofUuid().apply(creation.entityId()));
    }

    /**
     * Deletes the oldest rows of this command's name that are more than a limit: a batch of them; else as {@link
     * CreationIdentifiers#prune}.
     *
     * @param connection to the database that has the table
     * @param keep how many of this name to keep, 0 or more
     * @param batch how many to delete at most, 1 to {@value CreationIdentifiers#MAX_BATCH}
     * @return how many were deleted
     * @throws IllegalArgumentException when one of the two is another; nothing was sent
     * @throws SQLException the driver's
     */
    public int prune(Connection connection, int keep, int batch) throws SQLException {
        CreationTable.checkBatch("batch", batch);
        return table.prune(connection, Optional.of(name), keep, batch);
    }

    /**
     * {@return the oldest rows of this command's name that are more than a limit, to be removed by a {@link
     * io.counterfoil.idempotency.maintenance.Purge}}
     *
     * @param transactions in which the purge removes them, as {@link #prune} does
     * @param keep how many of this name to keep, 0 or more
     */
    public ExpiredRows expired(Transactions transactions, int keep) {
        return table.expired(
                transactions, (connection, limit) -> table.prune(connection, Optional.of(name), keep, limit));
    }

    /**
     * {@return the creations by this command whose entity has got no command since, as far as their rows are forgotten then ({@link
     * EntityCommands#forgetting}): the oldest first} What {@link #sweep} would abandon.
     *
     * @param connection to the database that has the table
     * @param age how old they are at least, by the clock of {@link CreationIdentifiers.Builder#clock}; positive, at most 365,000 days
     * @param limit how many at most, 1 to {@value CreationIdentifiers#MAX_BATCH}
     * @throws IllegalArgumentException when one of the two is another; nothing was sent
     * @throws SQLException the driver's
     */
    public List<Uncommanded<I>> uncommanded(Connection connection, Duration age, int limit) throws SQLException {
        return typed(table.older(connection, name, age, Optional.empty(), limit));
    }

    /**
     * {@return the next part of the list}
     *
     * @param connection to the database that has the table
     * @param age as {@link #uncommanded(Connection, Duration, int)}
     * @param after the last one of the part before
     * @param limit as {@link #uncommanded(Connection, Duration, int)}
     * @throws IllegalArgumentException as {@link #uncommanded(Connection, Duration, int)}
     * @throws SQLException the driver's
     */
    public List<Uncommanded<I>> uncommanded(Connection connection, Duration age, Uncommanded<I> after, int limit)
            throws SQLException {
        DatedCreation last = new DatedCreation(after.command(), ids.toUuid().apply(after.id()), after.createdAt());
        return typed(table.older(connection, name, age, Optional.of(last), limit));
    }

    private List<Uncommanded<I>> typed(List<DatedCreation> creations) {
        return creations.stream()
                .map(one -> new Uncommanded<>(one.command(), ids.ofUuid().apply(one.entityId()), one.createdAt()))
                .toList();
    }

    /**
     * Abandons the oldest entities that this command created and that got no command since: a batch of them. For each, the action is called
     * and the creation's row is deleted, both or neither. An entity that gets its first command meanwhile is left as it is: where the row is
     * gone, what the action did is undone. Above READ COMMITTED the database may end the transaction instead, by an exception that {@link
     * io.counterfoil.jdbc.dialect.SqlDialect#canRunAgain} identifies.
     *
     * <p>Call it again until it returns 0. A retry of a creation that was swept creates a second entity, so the age must be more than the time
     * that clients retry for.
     *
     * @param <X> how the action refuses
     * @param connection to the database that has the table; stays open
     * @param age as {@link #uncommanded(Connection, Duration, int)}
     * @param batch how many at most, 1 to {@value CreationIdentifiers#MAX_BATCH}
     * @param action marks the entity as abandoned, or deletes it, on this connection; it must change what a command to the entity checks,
     *     its version or its state
     * @return how many were abandoned
     * @throws X what the action threw; the entity that it was called for is as it was
     * @throws IllegalArgumentException when age or batch is another; nothing was sent
     * @throws SQLException the driver's, or the action's; the entity that it was called for is as it was
     */
    public <X extends Exception> int sweep(
            Connection connection, Duration age, int batch, Abandonment<? super I, X> action) throws SQLException, X {
        CreationTable.checkBatch("batch", batch);
        int swept = 0;
        for (Uncommanded<I> one : uncommanded(connection, age, batch)) {
            if (this.<X>swept(connection, one, action)) {
                swept++;
            }
        }
        return swept;
    }

    /** The entity first, then the row: the order of a command, so that the two wait for each other, and do not lock each other out. */
    private <X extends Exception> boolean swept(
            Connection connection, Uncommanded<I> one, Abandonment<? super I, X> action) throws SQLException, X {
        try {
            return AllOrNothing.<Boolean, X>run(connection, () -> {
                action.abandon(one.id());
                if (!table.forgetCommand(connection, one.command())) {
                    throw new CommandedMeanwhileException();
                }
                return true;
            });
        } catch (CommandedMeanwhileException commanded) {
            return false;
        }
    }

    /** Undoes what was done to an entity; leaves this class only as a return value. */
    private static final class CommandedMeanwhileException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public String toString() {
        return "CreationCommand[" + name + "]";
    }

    /**
     * A creation whose entity has got no command since.
     *
     * @param command the command that created
     * @param id the entity
     * @param createdAt when, in microseconds, by the clock of the rows' age
     * @param <I> the entity's id
     */
    public record Uncommanded<I>(CommandId command, I id, Instant createdAt) {}

    /**
     * Abandons an entity.
     *
     * @param <I> its id
     * @param <X> how it refuses
     */
    @FunctionalInterface
    public interface Abandonment<I, X extends Exception> {

        /**
         * Marks the entity as abandoned, or deletes it.
         *
         * @param id the entity
         * @throws SQLException the driver's
         * @throws X the refusal
         */
        void abandon(I id) throws SQLException, X;
    }

    /**
     * Creates an entity.
     *
     * @param <I> its id
     * @param <X> how it refuses
     */
    @FunctionalInterface
    public interface Action<I, X extends Exception> {

        /**
         * Creates the entity under this new id.
         *
         * @param id the new entity's id
         * @throws SQLException the driver's
         * @throws X the refusal
         */
        void create(I id) throws SQLException, X;
    }
}
