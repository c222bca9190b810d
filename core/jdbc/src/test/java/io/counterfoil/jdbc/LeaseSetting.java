package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.jdbc.schema.JdbcSchema;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Databases, isolations and sessions that leases are proved on. */
enum LeaseSetting {
    POSTGRESQL(Engine.POSTGRESQL, "TRANSACTION_READ_COMMITTED", true, "SELECT 1"),
    POSTGRESQL_REPEATABLE_READ(Engine.POSTGRESQL, "TRANSACTION_REPEATABLE_READ", true, "SELECT 1"),
    POSTGRESQL_SERIALIZABLE(Engine.POSTGRESQL, "TRANSACTION_SERIALIZABLE", true, "SELECT 1"),
    POSTGRESQL_HOSTILE(
            Engine.POSTGRESQL,
            "TRANSACTION_READ_COMMITTED",
            false,
            "SET TimeZone = 'Pacific/Kiritimati'; SET IntervalStyle = 'sql_standard';"
                    + " SET bytea_output = 'escape'; SET extra_float_digits = -10; SET lock_timeout = '10min'"),
    POSTGRESQL_SKEWED(
            Engine.POSTGRESQL, "TRANSACTION_READ_COMMITTED", true, "SET search_path = skewed, pg_catalog, public") {
        @Override
        void prepare(DataSource database) {
            super.prepare(database);
            Sql.run(database, "CREATE SCHEMA skewed");
            for (String clock : List.of("clock_timestamp", "statement_timestamp", "now")) {
                Sql.run(
                        database,
                        "CREATE FUNCTION skewed." + clock + "() RETURNS timestamptz LANGUAGE sql AS"
                                + " $$SELECT pg_catalog." + clock + "() - interval '3 hours'$$");
            }
        }
    },
    POSTGRESQL_COMPATIBLE(Engine.POSTGRESQL_COMPATIBLE, "TRANSACTION_READ_COMMITTED", true, "SELECT 1"),
    CITUS(Engine.CITUS, "TRANSACTION_READ_COMMITTED", true, "SELECT 1"),
    MARIADB(Engine.MARIADB, "TRANSACTION_REPEATABLE_READ", true, "SELECT 1"),
    MARIADB_HOSTILE(
            Engine.MARIADB,
            "TRANSACTION_SERIALIZABLE",
            false,
            "SET time_zone = '+13:00', sql_mode = 'ORACLE,ANSI_QUOTES,PIPES_AS_CONCAT', innodb_lock_wait_timeout = 60,"
                    + " collation_connection = 'latin1_german1_ci', innodb_snapshot_isolation = ON"),
    H2(Engine.H2, "TRANSACTION_READ_COMMITTED", true, "SELECT 1"),
    H2_ORACLE(Engine.H2_ORACLE, "TRANSACTION_READ_COMMITTED", true, "SELECT 1 FROM dual"),
    H2_HOSTILE(Engine.H2, "TRANSACTION_SERIALIZABLE", false, "SET TIME ZONE '13:00'");

    private final Engine engine;
    private final String isolation;
    private final boolean autoCommit;
    private final String session;

    LeaseSetting(Engine engine, String isolation, boolean autoCommit, String session) {
        this.engine = engine;
        this.isolation = isolation;
        this.autoCommit = autoCommit;
        this.session = session;
    }

    /** Those that this module proves. */
    static Stream<LeaseSetting> tested() {
        return Arrays.stream(values()).filter(setting -> setting.engine.isTested());
    }

    /** An empty database that has the tables. */
    final DataSource freshDatabase() {
        DataSource database = engine.freshDatabase();
        prepare(database);
        return database;
    }

    /** A pool of ten connections under this setting. */
    final HikariDataSource pool(DataSource database) {
        return TestDatabases.pool(database, 10, config -> {
            config.setTransactionIsolation(isolation);
            config.setAutoCommit(autoCommit);
            config.setConnectionInitSql(session);
            // The transaction that it begins ends with it: on H2 its snapshot would be older than the rows of the test.
            config.setIsolateInternalQueries(true);
        });
    }

    void prepare(DataSource database) {
        JdbcSchema.create(database);
    }
}
