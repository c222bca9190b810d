package io.counterfoil.jdbc.entity;

import io.counterfoil.entities.CommandId;
import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.generator.UuidGenerator;
import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Which command created which entity: for entities whose id the server makes, so that a client that lost the response can send its command
 * again, and gets the id of the entity that is there.
 *
 * <pre>{@code
 * static final CreationIdentifiers CREATIONS = CreationIdentifiers.builder(Dialects.POSTGRESQL).build();
 * static final CreationCommand<AccountId> OPEN = CREATIONS.command("open-account", AccountId.TYPE);
 *
 * CommandOutcome<AccountId> account = OPEN.once(connection, commandId, id -> insertAccount(connection, id, owner));
 * }</pre>
 *
 * <p>They are in the table {@code counterfoil_creation}, which {@link #SCHEMA} makes: one row for each creation, written in the
 * transaction that creates the entity.
 *
 * <h2>How long they are kept</h2>
 *
 * <p>Until they are pruned. A creation whose row is gone is new to a retry, which creates a second entity; so each way has
 * its price:
 *
 * <ul>
 *   <li>{@link #forget} when the entity has got its first command after its creation: a client that sends one has the entity's id. Safe
 *       where the client that creates also continues.
 *   <li>{@link CreationCommand#prune} by a limit for a command, {@link #prune} by one for all: it must be more than the creations in the
 *       time that clients retry for.
 *   <li>{@link #pruneOlderThan} by age: it must be more than the time that clients retry for.
 * </ul>
 *
 * <p>What is left where rows are forgotten at an entity's first command are creations whose entity never got one: {@link
 * CreationCommand#uncommanded} lists them, {@link CreationCommand#sweep} abandons their entities.
 *
 * <p>Immutable and thread-safe; used with any connection to a database of its dialect.
 */
public final class CreationIdentifiers {

    /** The table: {@code SCHEMA.create(dataSource)}, or {@code SCHEMA.script(dialect)} for your own migrations. */
    public static final TableSchema SCHEMA = TableSchema.of(CreationIdentifiers.class, "creations", CreationTable.NAME);

    /** The most rows that one call of a pruning deletes. */
    public static final int MAX_BATCH = 1000;

    private final CreationTable table;
    private final UuidRule rule;

    private CreationIdentifiers(Builder from) {
        this.table = new CreationTable(from.dialect, from.clock);
        this.rule = from.rule;
    }

    /**
     * {@return a builder of the creations in a database}
     *
     * @param dialect the database's
     */
    public static Builder builder(SqlDialect dialect) {
        return new Builder(dialect);
    }

    /**
     * {@return a command that creates entities with typed ids, made by {@link IdType#next()}}
     *
     * @param <I> the class of the ids
     * @param name 1 to {@value CreationCommand#MAX_NAME_LENGTH} characters of printable ASCII without spaces: {@code open-account}
     * @param type the ids' type
     * @throws IllegalArgumentException when the name is another
     */
    public <I extends TypedId<I>> CreationCommand<I> command(String name, IdType<I> type) {
        return typed(name, type, type::next);
    }

    /**
     * {@return a command that creates entities with typed ids}
     *
     * @param <I> the class of the ids
     * @param name as {@link #command(String, IdType)}
     * @param type the ids' type
     * @param generator what makes the ids
     * @throws IllegalArgumentException when the name is another
     */
    public <I extends TypedId<I>> CreationCommand<I> command(String name, IdType<I> type, UuidGenerator generator) {
        return typed(name, type, () -> type.next(generator));
    }

    private <I extends TypedId<I>> CreationCommand<I> typed(String name, IdType<I> type, Supplier<I> next) {
        return new CreationCommand<>(table, rule, name, new CreationCommand.Ids<>(next, TypedId::value, type::of));
    }

    /**
     * {@return a command that creates entities with plain UUIDs}
     *
     * @param name as {@link #command(String, IdType)}
     * @param generator what makes the entities' ids
     * @throws IllegalArgumentException when the name is another
     */
    public CreationCommand<UUID> command(String name, UuidGenerator generator) {
        return new CreationCommand<>(
                table,
                rule,
                name,
                new CreationCommand.Ids<>(generator::generate, Function.identity(), Function.identity()));
    }

    /**
     * {@return the id of the entity that a command created, whatever its name; empty where none is recorded}
     *
     * @param connection to the database that has the table
     * @param command the command's id
     * @throws SQLException the driver's
     */
    public Optional<UUID> find(Connection connection, CommandId command) throws SQLException {
        return table.find(connection, command).map(Creation::entityId);
    }

    /**
     * Forgets which command created an entity: for the transaction of the entity's first command after its creation.
     *
     * @param connection in the transaction of that command
     * @param entityId the entity
     * @return how many rows were deleted; 0 when it was forgotten before
     * @throws SQLException the driver's
     */
    public int forget(Connection connection, UUID entityId) throws SQLException {
        return table.forget(connection, entityId);
    }

    /**
     * Forgets which command created an entity, as {@link #forget(Connection, UUID)}.
     *
     * @param connection in the transaction of that command
     * @param entityId the entity
     * @return how many rows were deleted; 0 when it was forgotten before
     * @throws SQLException the driver's
     */
    public int forget(Connection connection, TypedId<?> entityId) throws SQLException {
        return forget(connection, entityId.value());
    }

    /**
     * Deletes the oldest rows of all that are more than a limit, whatever their command: a batch of them. Age is that of the server's clock.
     *
     * <p>Call it again, each time in a transaction of its own, until it returns less than the batch. Several may prune at once: rows that
     * another transaction has locked are passed over. Fewer than the limit may be left where rows are forgotten at the same time.
     *
     * @param connection to the database that has the table
     * @param keep how many to keep, 0 or more
     * @param batch how many to delete at most, 1 to {@value #MAX_BATCH}
     * @return how many were deleted
     * @throws IllegalArgumentException when one of the two is another; nothing was sent
     * @throws SQLException the driver's
     */
    public int prune(Connection connection, int keep, int batch) throws SQLException {
        CreationTable.checkBatch("batch", batch);
        return table.prune(connection, Optional.empty(), keep, batch);
    }

    /**
     * {@return the oldest rows of all that are more than a limit, to be removed by a {@link io.counterfoil.idempotency.maintenance.Purge}}
     *
     * @param transactions in which the purge removes them, as {@link #prune} does
     * @param keep how many to keep, 0 or more
     */
    public ExpiredRows expired(Transactions transactions, int keep) {
        return table.expired(
                transactions, (connection, limit) -> table.prune(connection, Optional.empty(), keep, limit));
    }

    /**
     * Deletes the oldest rows of all that are older than an age, whatever their command: a batch of them. Else as {@link #prune}.
     *
     * @param connection to the database that has the table
     * @param age by the clock of the rows' age; positive, at most 365,000 days
     * @param batch how many to delete at most, 1 to {@value #MAX_BATCH}
     * @return how many were deleted
     * @throws IllegalArgumentException when one of the two is another; nothing was sent
     * @throws SQLException the driver's
     */
    public int pruneOlderThan(Connection connection, Duration age, int batch) throws SQLException {
        CreationTable.checkBatch("batch", batch);
        return table.pruneOlder(connection, age, batch);
    }

    /**
     * {@return the rows of all that are older than an age, to be removed by a {@link io.counterfoil.idempotency.maintenance.Purge}}
     *
     * @param transactions in which the purge removes them, as {@link #pruneOlderThan} does
     * @param age by the clock of the rows' age; positive, at most 365,000 days
     */
    public ExpiredRows expired(Transactions transactions, Duration age) {
        return table.expired(transactions, (connection, limit) -> table.pruneOlder(connection, age, limit));
    }

    /** Not thread-safe; may be changed and used again after {@link #build()}. */
    public static final class Builder {

        private final SqlDialect dialect;
        private InstantSource clock = InstantSource.system();
        private UuidRule rule = UuidRule.version(1, 6, 7);

        private Builder(SqlDialect dialect) {
            this.dialect = Objects.requireNonNull(dialect, "dialect");
        }

        /**
         * The clock of the rows' age; the system's by default.
         *
         * @param clock read once for each creation
         * @return this builder
         */
        public Builder clock(InstantSource clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        /**
         * The rule for ids of commands that create an entity; known ones are not checked. By default, an id must be
         * time-based: version 1, 6 or 7. Versions 6 and 7 append to the table's index, version 1 is scattered in it. Where the
         * index stays in memory in any case, {@link UuidRule#anyVersion()} will do.
         *
         * @param rule what an id must be
         * @return this builder
         */
        public Builder commandIds(UuidRule rule) {
            this.rule = Objects.requireNonNull(rule, "rule");
            return this;
        }

        /** {@return the creations, with these settings} Does not use the database. */
        public CreationIdentifiers build() {
            return new CreationIdentifiers(this);
        }
    }
}
