package io.counterfoil.testkit.tables;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/**
 * An empty database and its properties.
 *
 * @param dataSource connections that use tables
 * @param administration connections that create tables
 * @param uuidType the column type of IDs
 * @param waiting the query for the number of sessions that wait for a lock
 * @param shortWait the statement that sets a session's lock wait below two seconds
 */
public record TestedDatabase(
        SqlDialect dialect,
        DataSource dataSource,
        DataSource administration,
        String uuidType,
        String waiting,
        String shortWait) {

    private TestedDatabase(
            SqlDialect dialect, DataSource dataSource, String uuidType, String waiting, String shortWait) {
        this(dialect, dataSource, dataSource, uuidType, waiting, shortWait);
    }

    public static TestedDatabase postgreSql() {
        return new TestedDatabase(
                Dialects.POSTGRESQL,
                TestPostgres.freshDatabase().reusing("tested").dataSource(),
                "uuid",
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
                "SET lock_timeout = '200ms'");
    }

    /** A cluster, each connection to its next node; tables are created on the coordinator. */
    public static TestedDatabase citus(SqlDialect dialect) {
        List<Database> nodes = TestCitus.freshDatabase();
        return new TestedDatabase(
                dialect,
                TestCitus.anyOf(nodes),
                nodes.get(0).dataSource(),
                "uuid",
                "SELECT count(DISTINCT waiting_gpid) FROM citus_lock_waits",
                "SET citus.propagate_set_commands = 'local'; SET LOCAL lock_timeout = '200ms'");
    }

    /** The statement after that which creates a table: it distributes it by this column, where tables are distributed. */
    public String distributed(String table, String column) {
        return dialect.isDistributed()
                ? "SELECT create_distributed_table('%s', '%s')".formatted(table, column)
                : "SELECT 1";
    }

    public static TestedDatabase mariaDb() {
        return new TestedDatabase(
                Dialects.MYSQL,
                TestMariaDb.freshDatabase().dataSource(),
                "binary(16)",
                MariaDbLockWaits.COUNT,
                "SET innodb_lock_wait_timeout = 1");
    }

    public static TestedDatabase h2() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=600000");
        return new TestedDatabase(
                Dialects.H2,
                source,
                "uuid",
                "SELECT count(*) FROM information_schema.sessions"
                        + " WHERE executing_statement LIKE 'INSERT%' OR executing_statement LIKE 'UPDATE%'",
                "SET LOCK_TIMEOUT 200");
    }

    /** The minimum interval between two queries of the number of waiting sessions. */
    public Duration waitingInterval() {
        if (dialect.isDistributed()) {
            return Duration.ofMillis(20);
        }
        return dialect == Dialects.MYSQL ? MariaDbLockWaits.POLL_INTERVAL : Duration.ofMillis(1);
    }

    /**
     * Whether the database requests that the transaction is repeated; on H2 also after a conflict with a row that it
     * does not see.
     */
    public boolean asksToRunAgain(SQLException failure) {
        return dialect.canRunAgain(failure) || (dialect == Dialects.H2 && "23505".equals(failure.getSQLState()));
    }
}
