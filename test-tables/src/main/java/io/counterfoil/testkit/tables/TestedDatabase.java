package io.counterfoil.testkit.tables;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/**
 * An empty database and its properties.
 *
 * @param uuidType the column type of IDs
 * @param waiting the query for the number of sessions that wait for a lock
 * @param shortWait the statement that sets a session's lock wait below two seconds
 */
public record TestedDatabase(
        SqlDialect dialect, DataSource dataSource, String uuidType, String waiting, String shortWait) {

    public static TestedDatabase postgreSql() {
        return new TestedDatabase(
                SqlDialect.POSTGRESQL,
                TestPostgres.freshDatabase().reusing("tested").dataSource(),
                "uuid",
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
                "SET lock_timeout = '200ms'");
    }

    public static TestedDatabase mariaDb() {
        return new TestedDatabase(
                SqlDialect.MYSQL,
                TestMariaDb.freshDatabase().dataSource(),
                "binary(16)",
                MariaDbLockWaits.COUNT,
                "SET innodb_lock_wait_timeout = 1");
    }

    public static TestedDatabase h2() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000");
        return new TestedDatabase(
                SqlDialect.H2,
                source,
                "uuid",
                "SELECT count(*) FROM information_schema.sessions"
                        + " WHERE executing_statement LIKE 'INSERT%' OR executing_statement LIKE 'UPDATE%'",
                "SET LOCK_TIMEOUT 200");
    }

    /** The minimum interval between two queries of the number of waiting sessions. */
    public Duration waitingInterval() {
        return dialect == SqlDialect.MYSQL ? MariaDbLockWaits.POLL_INTERVAL : Duration.ofMillis(1);
    }

    /**
     * Whether the database requests that the transaction is repeated; on H2 also after a conflict with a row that it
     * does not see.
     */
    public boolean asksToRunAgain(SQLException failure) {
        return dialect.canRunAgain(failure) || (dialect == SqlDialect.H2 && "23505".equals(failure.getSQLState()));
    }
}
