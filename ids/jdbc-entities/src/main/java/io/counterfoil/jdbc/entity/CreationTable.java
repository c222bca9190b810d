package io.counterfoil.jdbc.entity;

import io.counterfoil.entities.CommandId;
import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.insert.InsertDialects;
import io.counterfoil.jdbc.insert.InsertOrFind;
import io.counterfoil.jdbc.insert.Inserted;
import io.counterfoil.jdbc.purge.BatchRemoval;
import io.counterfoil.jdbc.purge.RowRemoval;
import io.counterfoil.jdbc.purge.TableRows;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The rows of the creations, and what can be done to them. Thread-safe. */
final class CreationTable {

    static final String NAME = "counterfoil_creation";

    private static final String COMMANDS_OF = "SELECT command_id FROM " + NAME + " WHERE entity_id = ?";
    private static final String FORGET_COMMAND = "DELETE FROM " + NAME + " WHERE command_id = ?";
    private static final Duration LONGEST_AGE = Duration.ofDays(365_000);
    private static final String NAMED = "command_name = ?";
    private static final String FORGET = "DELETE FROM " + NAME + " WHERE entity_id = ?";

    private final SqlDialect dialect;
    private final String commandsOf;
    private final InstantSource clock;
    private final InsertOrFind<Creation> rows;

    CreationTable(SqlDialect dialect, InstantSource clock) {
        this.dialect = dialect;
        this.commandsOf = COMMANDS_OF + InsertDialects.of(dialect).currentRead();
        this.clock = clock;
        this.rows = InsertOrFind.on(dialect)
                .into(NAME)
                .columns("command_id", "entity_id", "command_name", "created_at")
                .key("command_id")
                .returning("entity_id", "command_name")
                .reading(row -> new Creation(dialect.getUuid(row, "entity_id"), row.getString("command_name")));
    }

    Optional<Creation> find(Connection connection, CommandId command) throws SQLException {
        return rows.find(connection, command.value());
    }

    Inserted<Creation> insert(Connection connection, CommandId command, UUID entityId, String name)
            throws SQLException {
        try {
            return rows.execute(connection, command.value(), entityId, name, micros(clock.instant()));
        } catch (SQLException failure) {
            throw dialect.isLockTimeout(failure) ? new CreationInFlightException(command, failure) : failure;
        }
    }

    /** As of now, also above READ COMMITTED where the database has such a read: it follows a wait for another transaction. */
    Set<CommandId> commandsOf(Connection connection, UUID entityId) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(commandsOf)) {
            query.setObject(1, dialect.toJdbc(entityId));
            Set<CommandId> commands = new HashSet<>();
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    commands.add(new CommandId(dialect.getUuid(found, "command_id")));
                }
            }
            return commands;
        }
    }

    int forget(Connection connection, UUID entityId) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(FORGET)) {
            delete.setObject(1, dialect.toJdbc(entityId));
            return delete.executeUpdate();
        }
    }

    boolean forgetCommand(Connection connection, CommandId command) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(FORGET_COMMAND)) {
            delete.setObject(1, dialect.toJdbc(command.value()));
            return delete.executeUpdate() == 1;
        }
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    private long before(Duration age) {
        if (age.isNegative() || age.isZero() || age.compareTo(LONGEST_AGE) > 0) {
            throw new IllegalArgumentException(
                    "age must be positive and at most %s, and is %s".formatted(LONGEST_AGE, age));
        }
        return micros(clock.instant().minus(age));
    }

    static void checkBatch(String name, int batch) {
        if (batch < 1 || batch > CreationIdentifiers.MAX_BATCH) {
            throw new IllegalArgumentException(
                    "%s must be 1 to %s, and is %s".formatted(name, CreationIdentifiers.MAX_BATCH, batch));
        }
    }

    /** The creations of a name that are older than this, the oldest first, from behind one of them. */
    List<DatedCreation> older(
            Connection connection, String name, Duration age, Optional<DatedCreation> after, int limit)
            throws SQLException {
        checkBatch("limit", limit);
        String behind = after.isEmpty() ? "" : " AND created_at >= ? AND (created_at > ? OR command_id > ?)";
        String select =
                "SELECT command_id, entity_id, created_at FROM " + NAME + " WHERE command_name = ? AND created_at < ?"
                        + behind + " ORDER BY created_at, command_id" + dialect.limit();
        try (PreparedStatement query = connection.prepareStatement(select)) {
            query.setString(1, name);
            query.setLong(2, before(age));
            int next = 3;
            if (after.isPresent()) {
                query.setLong(3, micros(after.get().createdAt()));
                query.setLong(4, micros(after.get().createdAt()));
                query.setObject(5, dialect.toJdbc(after.get().command().value()));
                next = 6;
            }
            query.setInt(next, limit);
            List<DatedCreation> creations = new ArrayList<>();
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    creations.add(new DatedCreation(
                            new CommandId(dialect.getUuid(found, "command_id")),
                            dialect.getUuid(found, "entity_id"),
                            Instant.EPOCH.plus(found.getLong("created_at"), ChronoUnit.MICROS)));
                }
            }
            return creations;
        }
    }

    ExpiredRows expired(Transactions transactions, BatchRemoval removal) {
        return new TableRows("creations", transactions, dialect, removal);
    }

    int pruneOlder(Connection connection, Duration age, int batch) throws SQLException {
        return removal("created_at < ?").remove(connection, batch, before(age));
    }

    private RowRemoval removal(String condition) {
        return new RowRemoval(dialect, NAME, List.of("command_id"), condition, "created_at, command_id");
    }

    int prune(Connection connection, Optional<String> name, int keep, int batch) throws SQLException {
        if (keep < 0) {
            throw new IllegalArgumentException("keep must be 0 or more, and is " + keep);
        }
        Optional<Age> youngest = youngestToDelete(connection, name, keep);
        return youngest.isEmpty() ? 0 : prune(connection, name, youngest.get(), batch);
    }

    private int prune(Connection connection, Optional<String> name, Age youngest, int batch) throws SQLException {
        List<Object> values = new ArrayList<>(name.stream().toList());
        values.addAll(List.of(youngest.createdAt(), youngest.createdAt(), dialect.toJdbc(youngest.commandId())));
        String condition =
                (name.isPresent() ? NAMED + " AND " : "") + "created_at <= ? AND (created_at < ? OR command_id <= ?)";
        return removal(condition).remove(connection, batch, values.toArray());
    }

    /** The order of rows; the command's id decides between those of one microsecond. */
    private record Age(long createdAt, UUID commandId) {}

    private Optional<Age> youngestToDelete(Connection connection, Optional<String> name, int keep) throws SQLException {
        String select = "SELECT created_at, command_id FROM " + NAME
                + (name.isPresent() ? " WHERE " + NAMED : "")
                + " ORDER BY created_at DESC, command_id DESC" + dialect.after();
        try (PreparedStatement query = connection.prepareStatement(select)) {
            if (name.isPresent()) {
                query.setString(1, name.get());
            }
            query.setInt(name.isPresent() ? 2 : 1, keep);
            try (ResultSet row = query.executeQuery()) {
                return row.next()
                        ? Optional.of(new Age(row.getLong("created_at"), dialect.getUuid(row, "command_id")))
                        : Optional.empty();
            }
        }
    }
}
