package io.counterfoil.operations;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.insert.InsertOrFind;
import io.counterfoil.jdbc.insert.Inserted;
import io.counterfoil.jdbc.purge.RowRemoval;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rows of the operations, and what can be done to them. Thread-safe. */
final class OperationTable {

    private static final String NAME = "counterfoil_operation";
    private static final String[] COLUMNS = {
        "id",
        "namespace",
        "kind",
        "reference",
        "state",
        "input",
        "recovery_point",
        "step",
        "done",
        "total",
        "result",
        "failure",
        "failures",
        "created_at",
        "started_at",
        "finished_at",
        "correlation_id",
        "callback_target",
        "callback_id",
        "callback_state",
        "callback_tries"
    };
    private static final String SELECT = "SELECT " + String.join(", ", COLUMNS) + " FROM " + NAME + " WHERE ";
    private static final String NAMED = "namespace = ? AND kind = ?";

    /** Between the parts of an entry; neither a namespace nor a reference has a control character. */
    private static final String TAB = "\t";

    private static final int ID_LENGTH = 36;

    private final SqlDialect dialect;

    private final InsertOrFind<OperationRow> inserts;

    private final List<String> key;

    /** The condition for one row: with the columns that can distribute it, because a row is locked on its node. */
    private final String isRow;

    OperationTable(SqlDialect dialect) {
        this.dialect = dialect;
        this.inserts = InsertOrFind.on(dialect)
                .into(NAME)
                .columns(COLUMNS)
                .key("namespace", "kind", "reference")
                .reading(this::read);
        this.key = dialect.isDistributed() ? List.of("id", "namespace", "reference") : List.of("id");
        this.isRow = String.join(" = ? AND ", key) + " = ?";
    }

    /** The entry of an operation in the queues: its id, and where it is distributed over nodes, by what its row is found there. */
    String entry(OperationRow row) {
        String id = row.id().toString();
        return dialect.isDistributed()
                ? String.join(
                        TAB,
                        id,
                        row.operation().namespace().stored(),
                        row.operation().reference().value())
                : id;
    }

    /** The parameters of the condition for one row. */
    private Object[] parts(String entry) {
        List<Object> parts = new ArrayList<>(List.of(entry.split(TAB)));
        parts.set(0, dialect.toJdbc(UUID.fromString(entry.substring(0, ID_LENGTH))));
        return parts.toArray();
    }

    Inserted<OperationRow> insert(Connection connection, NewOperation operation, CorrelationId correlation, Instant now)
            throws SQLException {
        boolean calling = operation.callback().isPresent();
        return inserts.execute(
                connection,
                UuidV7.next(),
                dialect.toJdbc(operation.namespace().stored()),
                operation.kind(),
                dialect.toJdbc(operation.reference().value()),
                OperationState.PENDING.name(),
                operation.input(),
                "",
                0L,
                0L,
                operation.total().isPresent() ? (Long) operation.total().getAsLong() : null,
                null,
                null,
                0,
                micros(now),
                null,
                null,
                correlation.value(),
                operation.callback().map(URI::toString).orElse(null),
                UuidV7.next().toString(),
                (calling ? CallbackState.PENDING : CallbackState.NONE).name(),
                0);
    }

    Optional<OperationRow> find(Connection connection, String entry) throws SQLException {
        return first(query(connection, SELECT + isRow, parts(entry)));
    }

    Optional<OperationRow> find(Connection connection, Namespace namespace, String kind, ReferenceId reference)
            throws SQLException {
        return inserts.find(connection, dialect.toJdbc(namespace.stored()), kind, dialect.toJdbc(reference.value()));
    }

    List<OperationRow> list(Connection connection, Namespace namespace, String kind, Optional<UUID> before, int limit)
            throws SQLException {
        String order = " ORDER BY id DESC" + dialect.limit();
        return before.isEmpty()
                ? query(connection, SELECT + NAMED + order, dialect.toJdbc(namespace.stored()), kind, limit)
                : query(
                        connection,
                        SELECT + NAMED + " AND id < ?" + order,
                        dialect.toJdbc(namespace.stored()),
                        kind,
                        dialect.toJdbc(before.get()),
                        limit);
    }

    /** Those that have failed, or whose callback was given up, among the newest. */
    List<OperationRow> failures(Connection connection, int among, int limit) throws SQLException {
        String newest =
                "(SELECT " + String.join(", ", COLUMNS) + " FROM " + NAME + " ORDER BY id DESC" + dialect.limit() + ")";
        return query(
                connection,
                "SELECT " + String.join(", ", COLUMNS) + " FROM " + newest
                        + " newest WHERE state = ? OR callback_state = ?" + " ORDER BY id DESC" + dialect.limit(),
                among,
                OperationState.FAILED.name(),
                CallbackState.GAVE_UP.name(),
                limit);
    }

    /**
     * The row, locked until the transaction ends.
     *
     * @throws OperationLockedException when another transaction has it locked, or has just changed it
     */
    Optional<OperationRow> lock(Connection connection, String entry) throws SQLException {
        try {
            return first(query(connection, SELECT + isRow + " FOR UPDATE NOWAIT", parts(entry)));
        } catch (SQLException failure) {
            if (dialect.canRunAgain(failure)) {
                throw new OperationLockedException(failure);
            }
            throw failure;
        }
    }

    /**
     * The removal of rows.
     *
     * @param condition which can be removed
     */
    RowRemoval removal(String condition) {
        return new RowRemoval(dialect, NAME, key, condition, "id");
    }

    /** Those of the rows that a removal locks. */
    List<OperationRow> lock(Connection connection, RowRemoval removal, List<Object[]> keys, Object... parameters)
            throws SQLException {
        return removal.lock(connection, String.join(", ", COLUMNS), this::read, keys, parameters);
    }

    /** The values of the key of a row. */
    Object[] key(OperationRow row) {
        return parts(entry(row));
    }

    /** The form in which a UUID is stored. */
    Object stored(UUID uuid) {
        return dialect.toJdbc(uuid);
    }

    void start(Connection connection, OperationRow row, Instant now) throws SQLException {
        change(connection, row, "state = ?, started_at = ?", OperationState.RUNNING.name(), micros(now));
    }

    void goOn(Connection connection, OperationRow row, OperationStep.GoOn step) throws SQLException {
        change(
                connection,
                row,
                "recovery_point = ?, done = ?, step = step + 1, failures = 0",
                step.recoveryPoint(),
                step.done());
    }

    void succeed(Connection connection, OperationRow row, OperationStep.Finished step, Instant now)
            throws SQLException {
        change(
                connection,
                row,
                "state = ?, result = ?, done = ?, finished_at = ?, step = step + 1",
                OperationState.SUCCEEDED.name(),
                step.result(),
                step.done(),
                micros(now));
    }

    void fail(Connection connection, OperationRow row, String problem, Instant now) throws SQLException {
        change(
                connection,
                row,
                "state = ?, failure = ?, finished_at = ?, step = step + 1",
                OperationState.FAILED.name(),
                problem,
                micros(now));
    }

    void countFailure(Connection connection, OperationRow row) throws SQLException {
        change(connection, row, "failures = failures + 1");
    }

    /** Records that a callback was delivered, unless its outcome is recorded already. */
    void delivered(Connection connection, OperationRow row) throws SQLException {
        String update = "UPDATE " + NAME + " SET callback_state = ? WHERE callback_state = ? AND " + isRow;
        update(connection, update, with(row, Stream.of(CallbackState.DELIVERED.name(), CallbackState.PENDING.name())));
    }

    /** Records that a delivery failed, unless others have been recorded since the row was read. */
    void undelivered(Connection connection, OperationRow row, CallbackState state, int tries) throws SQLException {
        String update = "UPDATE " + NAME + " SET callback_state = ?, callback_tries = ?"
                + " WHERE callback_state = ? AND callback_tries = ? AND " + isRow;
        update(
                connection,
                update,
                with(row, Stream.of(state.name(), tries, CallbackState.PENDING.name(), row.callbackTries())));
    }

    /** Makes a callback pending again, with no delivery counted; false where it is not given up, or its operation was removed. */
    boolean callAgain(Connection connection, OperationRow row) throws SQLException {
        String update =
                "UPDATE " + NAME + " SET callback_state = ?, callback_tries = 0 WHERE callback_state = ? AND " + isRow;
        int changed = update(
                connection, update, with(row, Stream.of(CallbackState.PENDING.name(), CallbackState.GAVE_UP.name())));
        return changed == 1;
    }

    /** Changes a row that this transaction has locked; finds out where it has lost the lock. */
    private void change(Connection connection, OperationRow row, String columns, Object... values) throws SQLException {
        String update = "UPDATE " + NAME + " SET " + columns + " WHERE step = ? AND " + isRow;
        int changed = update(connection, update, with(row, Stream.concat(Stream.of(values), Stream.of(row.step()))));
        if (changed != 1) {
            throw new IllegalStateException("the row of " + row.operation()
                    + " has changed while locked: a step must neither commit nor roll back");
        }
    }

    /** Values, and the parameters of the condition for the row. */
    private Object[] with(OperationRow row, Stream<?> values) {
        return Stream.concat(values, Stream.of(parts(entry(row)))).toArray();
    }

    private static int update(Connection connection, String statement, Object... values) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(statement)) {
            bind(update, values);
            return update.executeUpdate();
        }
    }

    private List<OperationRow> query(Connection connection, String select, Object... values) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(select)) {
            bind(query, values);
            List<OperationRow> found = new ArrayList<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(read(rows));
                }
            }
            return found;
        }
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    private OperationRow read(ResultSet row) throws SQLException {
        Operation operation = new Operation(
                Namespace.ofStored(dialect.getText(row, "namespace")),
                row.getString("kind"),
                new ReferenceId(dialect.getText(row, "reference")),
                OperationState.valueOf(row.getString("state")),
                row.getString("input"),
                row.getString("recovery_point"),
                row.getLong("done"),
                number(row, "total").map(OptionalLong::of).orElseGet(OptionalLong::empty),
                text(row, "result"),
                text(row, "failure"),
                instant(row.getLong("created_at")),
                number(row, "started_at").map(OperationTable::instant),
                number(row, "finished_at").map(OperationTable::instant),
                CorrelationId.parse(row.getString("correlation_id")),
                CallbackState.valueOf(row.getString("callback_state")));
        return new OperationRow(
                dialect.getUuid(row, "id"),
                operation,
                row.getLong("step"),
                row.getInt("failures"),
                text(row, "callback_target").map(URI::create),
                new RequestId(row.getString("callback_id")),
                row.getInt("callback_tries"));
    }

    private static Optional<String> text(ResultSet row, String column) throws SQLException {
        @Nullable String text = row.getString(column);
        return Optional.ofNullable(text);
    }

    private static Optional<Long> number(ResultSet row, String column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(number);
    }

    private static <T> Optional<T> first(List<T> all) {
        return all.stream().findFirst();
    }

    static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
