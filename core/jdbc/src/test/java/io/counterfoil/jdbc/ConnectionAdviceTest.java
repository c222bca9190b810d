package io.counterfoil.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.proxy.Intercepted;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;

/** What is said at start-up about how connections are made. Isolated, because one test changes a setting of a shared server. */
@Isolated
@Tag("BM-4")
class ConnectionAdviceTest {

    private static final Database POSTGRES = TestPostgres.freshDatabase();

    private final Database mariaDb = TestMariaDb.freshDatabase();

    private static List<String> advice(Database database, String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, database.user(), database.password())) {
            return Dialects.of(connection).checks().connectionAdvice(connection);
        }
    }

    @Test
    void missingTimeout_isNamed_withTheLineToAdd() throws SQLException {
        assertThat(advice(POSTGRES, POSTGRES.jdbcUrl()))
                .singleElement()
                .asString()
                .contains("no socketTimeout")
                .contains("add socketTimeout=60 (seconds;");
        assertThat(advice(mariaDb, mariaDb.jdbcUrl()))
                .singleElement()
                .asString()
                .contains("add socketTimeout=60000 (milliseconds;");
        assertThat(advice(POSTGRES, POSTGRES.jdbcUrl() + "?socketTimeout=60")).isEmpty();
        assertThat(advice(mariaDb, mariaDb.jdbcUrl() + "?socketTimeout=60000")).isEmpty();
    }

    @Test
    void driverThatDoesNotTellItsTimeout_isNotComplainedOf() throws SQLException {
        try (Connection connection = mariaDb.dataSource().getConnection()) {
            Connection silent = Intercepted.of(Connection.class, connection, call -> {
                throw new SQLFeatureNotSupportedException(call.name());
            });

            assertThat(Dialects.MYSQL.checks().connectionAdvice(silent)).isEmpty();
        }
    }

    @Test
    void timeoutOutsideOfTheUrl_isSeen() throws SQLException {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(POSTGRES.jdbcUrl());
        source.setUser(POSTGRES.user());
        source.setSocketTimeout(30);
        try (Connection connection = source.getConnection()) {
            assertThat(Dialects.POSTGRESQL.checks().connectionAdvice(connection))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | true",
                "&targetServerType=any | true",
                "&targetServerType=preferPrimary | true",
                "&targetServerType=primary | false",
                "&targetServerType=primary&tcpKeepAlive=true | false"
            })
    void severalHosts_needThePrimary(String parameters, boolean told) throws SQLException {
        String host = POSTGRES.jdbcUrl().replaceFirst("jdbc:postgresql://([^/]*)/.*", "$1");
        String url = POSTGRES.jdbcUrl().replace(host, host + "," + host) + "?socketTimeout=60" + parameters;

        assertThat(advice(POSTGRES, url))
                .hasSize(told ? 1 : 0)
                .allMatch(line -> line.contains("targetServerType=primary"));
    }

    /** Every node of it takes writes. */
    @Test
    void compatibleDatabase_isToldOfTimeoutsAlone() throws SQLException {
        String host = POSTGRES.jdbcUrl().replaceFirst("jdbc:postgresql://([^/]*)/.*", "$1");
        String url = POSTGRES.jdbcUrl().replace(host, host + "," + host);
        try (Connection connection = DriverManager.getConnection(url, POSTGRES.user(), POSTGRES.password())) {
            assertThat(Dialects.POSTGRESQL_COMPATIBLE.checks().connectionAdvice(connection))
                    .singleElement()
                    .asString()
                    .contains("socketTimeout");
            assertThat(Dialects.POSTGRESQL_COMPATIBLE.checks().lossOfCommits(connection))
                    .isEmpty();
        }
    }

    @Test
    void databaseInMemory_isNotAsked() throws SQLException {
        try (Connection connection = Engine.H2.freshDatabase().getConnection()) {
            assertThat(Dialects.H2.checks().connectionAdvice(connection)).isEmpty();
            assertThat(Dialects.H2.checks().lossOfCommits(connection)).isEmpty();
        }
    }

    @Test
    void flushOfMariaDb_isNamed() throws SQLException {
        DataSource database = mariaDb.dataSource();
        assertThat(Sql.texts(database, "SHOW GLOBAL STATUS LIKE 'Slaves_connected'"))
                .hasSize(1);
        try (Connection connection = database.getConnection()) {
            assertThat(Dialects.MYSQL.checks().lossOfCommits(connection)).isEmpty();
            Sql.run(database, "SET GLOBAL innodb_flush_log_at_trx_commit = 2");
            assertThat(Dialects.MYSQL.checks().lossOfCommits(connection))
                    .containsExactly(
                            "innodb_flush_log_at_trx_commit is not 1, so a crash loses the last second of commits:"
                                    + " set it to 1");
        } finally {
            Sql.run(database, "SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        }
    }

    /** As a server with replicas answers, which none is attached to here. */
    @ParameterizedTest
    @CsvSource({
        "0, Rpl_semi_sync_master_status, OFF, false",
        "2, Rpl_semi_sync_master_status, OFF, true",
        "2, Rpl_semi_sync_master_status, ON, false",
        "2, Rpl_semi_sync_source_status, OFF, true",
        "2, Rpl_semi_sync_source_status, ON, false",
        "2, wsrep_ready, OFF, true",
        "2, wsrep_ready, ON, false",
    })
    void replicasThatAcknowledgeNothing_areNamed(String replicas, String variable, String value, boolean told)
            throws SQLException {
        String status =
                "SELECT 'Slaves_connected', '%s' UNION ALL SELECT '%s', '%s'".formatted(replicas, variable, value);
        try (Connection connection = answering(status, mariaDb.dataSource().getConnection())) {
            List<String> losses = Dialects.MYSQL.checks().lossOfCommits(connection);

            assertThat(losses)
                    .hasSize(told ? 1 : 0)
                    .allMatch(line -> line.startsWith("2 replicas are attached asynchronously, so a fail-over loses"));
        }
    }

    /** The same connection, which answers a query for the server's status by this one. */
    private static Connection answering(String status, Connection connection) {
        return Intercepted.of(
                Connection.class,
                connection,
                call -> call.name().equals("createStatement")
                        ? answering(status, call.proceedAs(Statement.class))
                        : call.proceed());
    }

    private static Statement answering(String status, Statement statement) {
        return Intercepted.of(
                Statement.class,
                statement,
                call -> call.name().equals("executeQuery")
                                && call.argument(0, String.class).startsWith("SHOW GLOBAL STATUS")
                        ? call.proceedWith(status)
                        : call.proceed());
    }

    @Test
    void verify_logsEachOnALine() {
        List<String> lines;
        Sql.run(POSTGRES.dataSource(), "ALTER DATABASE " + POSTGRES.name() + " SET synchronous_commit = off");
        try (Warnings warnings = Warnings.of(JdbcSchema.class)) {
            JdbcSchema.create(POSTGRES.dataSource());
            JdbcSchema.verify(POSTGRES.dataSource());
            lines = warnings.lines();
        } finally {
            Sql.run(POSTGRES.dataSource(), "ALTER DATABASE " + POSTGRES.name() + " RESET synchronous_commit");
        }

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).contains("socketTimeout").doesNotContain("\n");
        assertThat(lines.get(1))
                .isEqualTo(
                        "an executed request may be lost, in transactional mode with its effect; lease mode rejects this:"
                                + " synchronous_commit is off, so a crash loses the last commits: set it to on");
    }
}
