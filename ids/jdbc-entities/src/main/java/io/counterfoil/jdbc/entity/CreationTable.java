package io.counterfoil.jdbc.entity;

import io.counterfoil.entities.CommandId;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.insert.InsertDialects;
import io.counterfoil.jdbc.insert.InsertOrFind;
import io.counterfoil.jdbc.insert.Inserted;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
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

    int pruneOlder(Connection connection, Duration age, int batch) throws SQLException {
        checkBatch("batch", batch);
        String select = "SELECT command_id FROM " + NAME + " WHERE created_at < ? ORDER BY created_at, command_id"
                + dialect.limit();
        try (PreparedStatement query = connection.prepareStatement(select)) {
            query.setLong(1, before(age));
            query.setInt(2, batch);
            return delete(connection, commands(query));
        }
    }

    private List<UUID> commands(PreparedStatement query) throws SQLException {
        List<UUID> commands = new ArrayList<>();
        try (ResultSet found = query.executeQuery()) {
            while (found.next()) {
                commands.add(dialect.getUuid(found, "command_id"));
            }
        }
        return commands;
    }

    /** Reads first and then deletes by the key: so it locks those rows alone, and no gap that creations insert into. */
    int prune(Connection connection, Optional<String> name, int keep, int batch) throws SQLException {
        if (keep < 0) {
            throw new IllegalArgumentException("keep must be 0 or more, and is " + keep);
        }
        checkBatch("batch", batch);
        Optional<Age> youngest = youngestToDelete(connection, name, keep);
        return youngest.isEmpty() ? 0 : delete(connection, oldest(connection, name, youngest.get(), batch));
    }

    /** The order of rows; the command's id decides between those of one microsecond. */
    private record Age(long createdAt, UUID commandId) {}

    private Optional<Age> youngestToDelete(Connection connection, Optional<String> name, int keep) throws SQLException {
        String select = "SELECT created_at, command_id FROM " + NAME + where(name, "")
                + " ORDER BY created_at DESC, command_id DESC" + dialect.after();
        try (PreparedStatement query = connection.prepareStatement(select)) {
            int next = bind(query, name);
            query.setInt(next, keep);
            try (ResultSet row = query.executeQuery()) {
                return row.next()
                        ? Optional.of(new Age(row.getLong("created_at"), dialect.getUuid(row, "command_id")))
                        : Optional.empty();
            }
        }
    }

    private List<UUID> oldest(Connection connection, Optional<String> name, Age youngest, int batch)
            throws SQLException {
        String select = "SELECT command_id FROM " + NAME
                + where(name, "created_at <= ? AND (created_at < ? OR command_id <= ?)")
                + " ORDER BY created_at, command_id" + dialect.limit();
        try (PreparedStatement query = connection.prepareStatement(select)) {
            int next = bind(query, name);
            query.setLong(next, youngest.createdAt());
            query.setLong(next + 1, youngest.createdAt());
            query.setObject(next + 2, dialect.toJdbc(youngest.commandId()));
            query.setInt(next + 3, batch);
            return commands(query);
        }
    }

    private int delete(Connection connection, List<UUID> commands) throws SQLException {
        if (commands.isEmpty()) {
            return 0;
        }
        String places = String.join(", ", Collections.nCopies(commands.size(), "?"));
        String statement = "DELETE FROM " + NAME + " WHERE command_id IN (" + places + ")";
        try (PreparedStatement delete = connection.prepareStatement(statement)) {
            for (int i = 0; i < commands.size(); i++) {
                delete.setObject(i + 1, dialect.toJdbc(commands.get(i)));
            }
            return delete.executeUpdate();
        }
    }

    private static String where(Optional<String> name, String condition) {
        String named = name.isPresent() ? "command_name = ?" : "";
        String both = named.isEmpty() || condition.isEmpty() ? named + condition : named + " AND " + condition;
        return both.isEmpty() ? "" : " WHERE " + both;
    }

    private static int bind(PreparedStatement query, Optional<String> name) throws SQLException {
        if (name.isEmpty()) {
            return 1;
        }
        query.setString(1, name.get());
        return 2;
    }
}
