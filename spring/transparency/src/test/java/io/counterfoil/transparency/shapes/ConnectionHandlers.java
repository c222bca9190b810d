package io.counterfoil.transparency.shapes;

import static io.counterfoil.testkit.transparency.DifferentUnderAKey.EFFECTS_COMMIT_TOGETHER;
import static io.counterfoil.transparency.Engine.H2;
import static io.counterfoil.transparency.Engine.POSTGRESQL;

import io.counterfoil.transparency.Shape;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.jdbc.core.CallableStatementCallback;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.web.bind.annotation.RestController;

/** The data source used directly, and statements of other kinds. */
@RestController
class ConnectionHandlers extends Handlers {

    private final DataSource dataSource;

    ConnectionHandlers(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Shape("/connection/auto-commit")
    String autoCommit() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            seen.line("auto-commit " + connection.getAutoCommit() + ", read-only " + connection.isReadOnly());
            insert(connection, "one");
        }
        return "notes " + db.notes();
    }

    @Shape("/connection/manual-commit")
    String manualCommit() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, "one");
            connection.commit();
            connection.setAutoCommit(true);
        }
        return "notes " + db.notes();
    }

    @Shape("/connection/manual-rollback")
    String manualRollback() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, "undone");
            connection.rollback();
            insert(connection, "kept");
            connection.commit();
            connection.setAutoCommit(true);
        }
        return "notes " + db.notes();
    }

    @Shape(value = "/connection/manual-commit-then-failure", shows = EFFECTS_COMMIT_TOGETHER)
    String manualCommitThenFailure() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, "one");
            connection.commit();
            connection.setAutoCommit(true);
        }
        throw new IllegalStateException("broken");
    }

    @Shape("/connection/closed-without-commit")
    String closedWithoutCommit() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, "undone");
        }
        return "notes " + db.notes();
    }

    @Shape("/connection/savepoint")
    String savepoint() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, "kept");
            Savepoint savepoint = connection.setSavepoint();
            insert(connection, "undone");
            connection.rollback(savepoint);
            connection.commit();
            connection.setAutoCommit(true);
        }
        return "notes " + db.notes();
    }

    @Shape(value = "/connection/violation-caught-and-rolled-back", seed = "INSERT INTO item (name) VALUES ('taken')")
    String violationRolledBack() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, "undone");
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO item (name) VALUES ('taken')");
            } catch (SQLException violation) {
                seen.failure("controller", violation);
                connection.rollback();
            }
            insert(connection, "kept");
            connection.commit();
            connection.setAutoCommit(true);
        }
        return "notes " + db.notes();
    }

    @Shape("/connection/serializable-by-hand")
    String serializableByHand() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            int before = connection.getTransactionIsolation();
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setAutoCommit(false);
            insert(connection, "isolation " + connection.getTransactionIsolation());
            connection.commit();
            connection.setAutoCommit(true);
            connection.setTransactionIsolation(before);
        }
        return "notes " + db.notes();
    }

    @Shape("/connection/of-the-transaction")
    String ofTheTransaction() throws Exception {
        in.required(() -> {
            Connection connection = DataSourceUtils.getConnection(dataSource);
            seen.line("auto-commit " + connection.getAutoCommit() + ", transactional "
                    + DataSourceUtils.isConnectionTransactional(connection, dataSource));
            insert(connection, "one");
            DataSourceUtils.releaseConnection(connection, dataSource);
        });
        return "notes " + db.notes();
    }

    @Shape("/statement/batch")
    String batch() {
        int[] counts = db.jdbc()
                .batchUpdate("INSERT INTO note (what) VALUES (?)", List.of(new Object[] {"a"}, new Object[] {"b"}));
        return "counts " + Arrays.toString(counts);
    }

    @Shape("/statement/batch-in-transaction")
    String batchInTransaction() throws Exception {
        in.required(() -> db.jdbc()
                .batchUpdate("INSERT INTO note (what) VALUES (?)", List.of(new Object[] {"a"}, new Object[] {"b"})));
        return "notes " + db.notes();
    }

    @Shape("/statement/generated-key")
    String generatedKey() {
        KeyHolder keys = new GeneratedKeyHolder();
        db.jdbc()
                .update(
                        connection -> {
                            PreparedStatement insert = connection.prepareStatement(
                                    "INSERT INTO note (what) VALUES ('one')", new String[] {"id"});
                            return insert;
                        },
                        keys);
        return "generated " + keys.getKeyList().size();
    }

    @Shape(value = "/statement/select-for-update", seed = "INSERT INTO purse (owner, balance) VALUES ('ann', 60)")
    String selectForUpdate() throws Exception {
        in.required(() -> {
            Integer balance =
                    db.jdbc().queryForObject("SELECT balance FROM purse WHERE owner = 'ann' FOR UPDATE", Integer.class);
            db.jdbc().update("UPDATE purse SET balance = ?", Objects.requireNonNull(balance) - 10);
        });
        return "paid";
    }

    @Shape(
            value = "/statement/callable",
            on = {POSTGRESQL, H2})
    String callable() {
        String call = "{? = call abs(?)}";
        Integer value = db.jdbc().execute(call, (CallableStatementCallback<Integer>) statement -> {
            statement.registerOutParameter(1, Types.INTEGER);
            statement.setInt(2, -5);
            statement.execute();
            return statement.getInt(1);
        });
        db.add("called");
        return "value " + value;
    }

    @Shape("/statement/large-result-in-transaction")
    String streamed() throws Exception {
        in.readOnly(() -> {
            db.jdbc().setFetchSize(10);
            db.jdbc().query("SELECT 1", (RowCallbackHandler) row -> seen.line("row " + row.getInt(1)));
            db.jdbc().setFetchSize(-1);
        });
        return "read";
    }

    @Shape(value = "/statement/uncommitted-work-is-not-seen-beside-it", shows = EFFECTS_COMMIT_TOGETHER)
    String besideIt() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, "one");
            int beside = db.notes();
            connection.commit();
            connection.setAutoCommit(true);
            return "beside " + beside + ", after " + db.notes();
        }
    }

    private static void insert(Connection connection, String what) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO note (what) VALUES (?)")) {
            insert.setString(1, what);
            insert.executeUpdate();
        }
    }
}
