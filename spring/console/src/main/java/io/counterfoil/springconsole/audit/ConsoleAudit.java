package io.counterfoil.springconsole.audit;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.purge.RowRemoval;
import io.counterfoil.jdbc.purge.TableRows;
import io.counterfoil.jdbc.row.Micros;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.SingleStatement;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decisions of operators, in the table {@code counterfoil_console_audit}: PostgreSQL, MariaDB, MySQL, H2, and PostgreSQL with Citus. An entry is
 * written in the transaction of what was decided where that is possible, so that neither is there without the other. Times are the database's.
 * Thread-safe.
 */
public final class ConsoleAudit {

    /** The table: {@code SCHEMA.create(dataSource)}, or {@code SCHEMA.script(dialect)} for your own migrations. */
    public static final TableSchema SCHEMA = TableSchema.of(ConsoleAudit.class, "console", "counterfoil_console_audit");

    /** How long a query may take. */
    private static final int SECONDS = 5;

    private static final String COLUMNS =
            "id, kind, subject, client, operation, action, decided_by, decided_at, reason";
    private static final String SELECT = "SELECT " + COLUMNS + " FROM counterfoil_console_audit ";
    private static final String NEWEST_FIRST = " ORDER BY decided_at DESC, id DESC";

    private final Transactions transactions;
    private volatile @Nullable SqlDialect dialect;

    /**
     * Makes an audit in the table of a database.
     *
     * @param transactions those of the application's database
     */
    public ConsoleAudit(Transactions transactions) {
        this.transactions = transactions;
    }

    /**
     * Writes an entry in the calling thread's transaction; outside of any, in one of its own.
     *
     * @param subject what was decided on
     * @param action what was decided, such as {@code happened}: at most 40 characters of ASCII
     * @param by who decided, at most 255 characters
     * @param reason as {@link Reason#of} returns it
     * @throws StoreException when the database failed
     */
    public void add(AuditSubject subject, String action, String by, String reason) {
        single("writing to the console's audit", connection -> insert(connection, subject, action, by, reason));
    }

    private int insert(Connection connection, AuditSubject subject, String action, String by, String reason)
            throws SQLException {
        SqlDialect sql = dialect(connection);
        String insert = "INSERT INTO counterfoil_console_audit (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, "
                + sql.now() + ", ?)";
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setObject(1, sql.toJdbc(UUID.randomUUID()));
            statement.setString(2, subject.kind());
            statement.setObject(3, sql.toJdbc(subject.name()));
            statement.setObject(4, sql.toJdbc(subject.client()));
            statement.setObject(5, sql.toJdbc(subject.operation()));
            statement.setString(6, action);
            statement.setString(7, by);
            statement.setString(8, reason);
            return statement.executeUpdate();
        }
    }

    /**
     * Lists the newest decisions about one subject.
     *
     * @param subject what was decided on
     * @param limit the maximum number
     * @return the newest first; empty where there was none
     * @throws StoreException when the database failed
     */
    public List<AuditEntry> about(AuditSubject subject, int limit) {
        return single("reading the console's audit", connection -> {
            SqlDialect sql = dialect(connection);
            String query = SELECT + "WHERE subject = ? AND kind = ? AND client = ? AND operation = ?" + NEWEST_FIRST
                    + sql.limit();
            try (PreparedStatement statement = connection.prepareStatement(query)) {
                statement.setObject(1, sql.toJdbc(subject.name()));
                statement.setString(2, subject.kind());
                statement.setObject(3, sql.toJdbc(subject.client()));
                statement.setObject(4, sql.toJdbc(subject.operation()));
                statement.setInt(5, limit);
                return entries(sql, statement);
            }
        });
    }

    /**
     * Lists decisions.
     *
     * @param after the position of the last one of the page before
     * @param limit the maximum number
     * @return the newest first; empty after the last page
     * @throws StoreException when the database failed
     */
    public List<AuditEntry> list(Optional<AuditPosition> after, int limit) {
        return single("reading the console's audit", connection -> {
            SqlDialect sql = dialect(connection);
            String older = after.isPresent() ? "WHERE decided_at <= ? AND (decided_at < ? OR id < ?)" : "";
            try (PreparedStatement statement =
                    connection.prepareStatement(SELECT + older + NEWEST_FIRST + sql.limit())) {
                int index = 1;
                if (after.isPresent()) {
                    statement.setLong(index++, after.get().micros());
                    statement.setLong(index++, after.get().micros());
                    statement.setObject(index++, sql.toJdbc(after.get().id()));
                }
                statement.setInt(index, limit);
                return entries(sql, statement);
            }
        });
    }

    private static List<AuditEntry> entries(SqlDialect sql, PreparedStatement statement) throws SQLException {
        statement.setQueryTimeout(SECONDS);
        List<AuditEntry> entries = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                entries.add(new AuditEntry(
                        sql.getUuid(row, "id"),
                        new AuditSubject(
                                row.getString("kind"),
                                sql.getText(row, "subject"),
                                sql.getText(row, "client"),
                                sql.getText(row, "operation")),
                        row.getString("action"),
                        row.getString("decided_by"),
                        row.getString("reason"),
                        Micros.instant(row.getLong("decided_at"))));
            }
        }
        return entries;
    }

    /**
     * Removes some of the oldest entries, in a transaction of its own, and passes over those that another transaction has locked.
     *
     * @param age how old those are at least that may go
     * @param limit the maximum number, at least 1
     * @return how many were removed
     * @throws IllegalArgumentException when the limit is less
     * @throws StoreException when the database failed
     */
    public int purge(Duration age, int limit) {
        return new TableRows(
                        "decisions", transactions, this::dialect, (connection, some) -> purge(connection, age, some))
                .remove(limit);
    }

    private int purge(Connection connection, Duration age, int limit) throws SQLException {
        SqlDialect sql = dialect(connection);
        return new RowRemoval(
                        sql, "counterfoil_console_audit", List.of("subject", "id"), "decided_at < ?", "decided_at, id")
                .remove(connection, limit, now(connection, sql) - age.toMillis() * 1000);
    }

    private static long now(Connection connection, SqlDialect sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT " + sql.now());
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private <T> T single(String what, SingleStatement<T> statement) {
        try {
            return transactions.single(statement);
        } catch (SQLException failure) {
            throw new StoreException(what, failure);
        }
    }

    private SqlDialect dialect(Connection connection) throws SQLException {
        SqlDialect known = dialect;
        if (known == null) {
            known = Dialects.of(connection);
            dialect = known;
        }
        return known;
    }
}
