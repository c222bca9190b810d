package io.counterfoil.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.throwable;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.jdbc.transaction.VerifiedCommit;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Properties;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGConnectionPoolDataSource;

/** PostgreSQL answers the COMMIT of an aborted transaction with a ROLLBACK, which its driver reports as success. */
@Timeout(600)
@Tag("RQ-13")
@ResourceLock(TestDatabases.LOCK)
class VerifiedCommitTest {

    private final Database created = TestPostgres.freshDatabase();
    private final DataSource database = created.dataSource();

    @BeforeEach
    void createTable() {
        Sql.run(database, "CREATE TABLE effect (what text PRIMARY KEY)");
        Sql.run(database, "INSERT INTO effect VALUES ('taken')");
    }

    private static void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        execute(connection, "INSERT INTO effect VALUES ('new')");
    }

    /** What many programs do: "the row exists already, which is fine". */
    private static void abort(Connection connection) throws SQLException {
        begin(connection);
        fail(connection);
    }

    private static void fail(Connection connection) {
        assertThatThrownBy(() -> execute(connection, "INSERT INTO effect VALUES ('taken')"))
                .isInstanceOf(SQLException.class);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void assertRefusedAndUsable(Connection connection) throws SQLException {
        abort(connection);

        assertThatThrownBy(() -> VerifiedCommit.commit(connection))
                .asInstanceOf(throwable(SQLException.class))
                .satisfies(failure -> assertThat(failure.getSQLState()).isEqualTo("25P02"))
                .hasMessageContaining("rolled back");

        assertThat(effects()).as("committed").isEqualTo(1);
        begin(connection);
        VerifiedCommit.commit(connection);
        assertThat(effects()).as("of the next transaction").isEqualTo(2);
        execute(connection, "DELETE FROM effect WHERE what = 'new'");
        connection.commit();
    }

    private long effects() {
        return Sql.number(database, "SELECT count(*) FROM effect");
    }

    @Test
    void abortedTransaction_isReported_andTheConnectionUsable() throws SQLException {
        try (Connection connection = database.getConnection()) {
            assertRefusedAndUsable(connection);
        }
    }

    @Test
    void abortedTransaction_onAPool_isReported() throws SQLException {
        try (HikariDataSource pool = TestDatabases.pool(database, 1, config -> {});
                Connection connection = pool.getConnection()) {
            assertRefusedAndUsable(connection);
        }
    }

    @Test
    void abortedTransaction_onAHandleOfTheDriversPool_isReported() throws SQLException {
        PGConnectionPoolDataSource source = new PGConnectionPoolDataSource();
        source.setUrl(created.jdbcUrl());
        source.setUser(created.user());
        source.setPassword(created.password());
        try (Connection connection = source.getPooledConnection().getConnection()) {
            assertRefusedAndUsable(connection);
        }
    }

    /** As an application server has its drivers beside the applications, and not above them. */
    @Test
    void abortedTransaction_ofADriverInAnotherClassLoader_isReported() throws Exception {
        URL jar = org.postgresql.Driver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation();
        Properties login = new Properties();
        login.setProperty("user", created.user());
        login.setProperty("password", created.password());
        try (URLClassLoader apart = new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader())) {
            Driver driver = (Driver)
                    apart.loadClass("org.postgresql.Driver").getConstructor().newInstance();
            try (Connection connection = driver.connect(created.jdbcUrl(), login)) {
                assertThat(connection).isNotInstanceOf(org.postgresql.PGConnection.class);
                assertRefusedAndUsable(connection);
            }
            try (Connection connection = wrapped(driver.connect(created.jdbcUrl(), login), true)) {
                assertRefusedAndUsable(connection);
            }
        }
    }

    @Test
    void statementUndoneToASavepoint_doesNotKeepTheRestFromItsCommit() throws SQLException {
        try (Connection connection = database.getConnection()) {
            begin(connection);
            Savepoint before = connection.setSavepoint();
            fail(connection);
            connection.rollback(before);

            VerifiedCommit.commit(connection);
        }
        assertThat(effects()).isEqualTo(2);
    }

    @Test
    void connectionThatCannotBeUnwrapped_isCommittedAsItsDriverDoes() throws SQLException {
        try (Connection connection = wrapped(database.getConnection(), false)) {
            begin(connection);

            VerifiedCommit.commit(connection);
        }
        assertThat(effects()).isEqualTo(2);
    }

    @Test
    void failureOfTheCommitItself_isTheDrivers() throws SQLException {
        try (HikariDataSource pool = TestDatabases.pool(database, 1, config -> {})) {
            Connection connection = pool.getConnection();
            connection.close();

            assertThatThrownBy(() -> VerifiedCommit.commit(connection))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("closed");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "MARIADB"})
    void transactionThatSurvivesItsFailures_isCommitted(Engine engine) throws SQLException {
        try (HikariDataSource pool = TestDatabases.pool(engine, 1)) {
            Sql.run(pool, "CREATE TABLE effect (what varchar(10) PRIMARY KEY)");
            Sql.run(pool, "INSERT INTO effect VALUES ('taken')");
            try (Connection connection = pool.getConnection()) {
                abort(connection);

                VerifiedCommit.commit(connection);
            }
            assertThat(Sql.number(pool, "SELECT count(*) FROM effect")).isEqualTo(2);
        }
    }

    /** A wrapper of some library's: it names the connection below it, or not. */
    private static Connection wrapped(Connection connection, boolean unwraps) {
        return (Connection) Proxy.newProxyInstance(
                VerifiedCommitTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == java.sql.Wrapper.class && !unwraps) {
                        throw new SQLFeatureNotSupportedException(method.getName());
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getTargetException();
                    }
                });
    }
}
