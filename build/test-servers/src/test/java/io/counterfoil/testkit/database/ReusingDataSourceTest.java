package io.counterfoil.testkit.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

class ReusingDataSourceTest {

    private static final String PID = "SELECT pg_backend_pid()";

    private final Database database = TestPostgres.freshDatabase();
    private final DataSource source =
            ReusingDataSource.of(database.jdbcUrl(), database.user(), database.password(), "reusing");

    @Test
    void closedConnection_isReused_likeNew() throws SQLException {
        String first;
        try (Connection connection = source.getConnection()) {
            first = ask(connection, PID);
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            run(connection, "SET lock_timeout = '7s'");
            run(connection, "SET TimeZone = 'Pacific/Kiritimati'");
            run(connection, "CREATE TEMPORARY TABLE passing (id int)");
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
        }

        try (Connection connection = source.getConnection();
                Connection fresh = database.dataSource().getConnection()) {
            assertThat(ask(connection, PID)).isEqualTo(first);
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(connection.isReadOnly()).isFalse();
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            for (String setting : List.of("lock_timeout", "TimeZone", "transaction_read_only", "extra_float_digits")) {
                assertThat(ask(connection, "SHOW " + setting)).isEqualTo(ask(fresh, "SHOW " + setting));
            }
            assertThat(ask(connection, "SHOW application_name")).isEqualTo("reusing");
            assertThat(ask(connection, "SELECT to_regclass('passing') IS NULL")).isEqualTo("t");
        }
    }

    @Test
    void uncommittedWork_isRolledBack() throws SQLException {
        try (Connection connection = source.getConnection()) {
            run(connection, "CREATE TABLE kept (id int)");
            connection.setAutoCommit(false);
            run(connection, "INSERT INTO kept VALUES (1)");
        }

        try (Connection other = database.dataSource().getConnection()) {
            assertThat(ask(other, "SELECT count(*) FROM kept")).isEqualTo("0");
        }
    }

    @Test
    void failedTransaction_doesNotReachTheNextCaller() throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> run(connection, "SELECT 1 / 0")).isInstanceOf(SQLException.class);
        }

        try (Connection connection = source.getConnection()) {
            assertThat(ask(connection, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void connectionsInUse_areDifferentOnes() throws SQLException {
        try (Connection one = source.getConnection();
                Connection other = source.getConnection()) {
            assertThat(ask(one, PID)).isNotEqualTo(ask(other, PID));
            assertThat(one).isNotEqualTo(other).isEqualTo(one);
        }
    }

    @Test
    void terminatedConnection_isReplaced() throws SQLException {
        String first;
        try (Connection connection = source.getConnection()) {
            first = ask(connection, PID);
        }
        try (Connection other = database.dataSource().getConnection()) {
            assertThat(ask(other, "SELECT pg_terminate_backend(" + first + ", 60000)"))
                    .isEqualTo("t");
        }

        try (Connection connection = source.getConnection()) {
            assertThat(ask(connection, PID)).isNotEqualTo(first);
        }
    }

    @Test
    void closedConnection_isUnusableForItsFormerOwner() throws SQLException {
        Connection closed = source.getConnection();
        closed.close();
        closed.close();

        assertThat(closed.isClosed()).isTrue();
        assertThatThrownBy(closed::createStatement)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("closed");
        try (Connection one = source.getConnection();
                Connection other = source.getConnection()) {
            assertThat(ask(one, PID)).as("kept once").isNotEqualTo(ask(other, PID));
        }
    }

    @Test
    void closedConnectionsBeyondTheLimit_areNotKept() throws SQLException {
        List<Connection> many = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            many.add(source.getConnection());
        }
        for (Connection connection : many) {
            connection.close();
        }

        try (Connection other = database.dataSource().getConnection()) {
            String open = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'reusing'";
            await("the end of surplus connections")
                    .atMost(5, TimeUnit.MINUTES)
                    .until(() -> Integer.parseInt(ask(other, open)) <= ReusingDataSource.MAX_KEPT);
            assertThat(Integer.parseInt(ask(other, open))).isPositive();
        }
    }

    @Test
    void driverInterface_canBeUnwrapped() throws SQLException {
        try (Connection connection = source.getConnection()) {
            assertThat(connection.unwrap(PGConnection.class).getBackendPID())
                    .isEqualTo(Integer.parseInt(ask(connection, PID)));
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
