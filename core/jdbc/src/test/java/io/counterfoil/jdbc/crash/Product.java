package io.counterfoil.jdbc.crash;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.ReusingDataSource;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** The databases that everything here is proved on. */
enum Product {
    POSTGRESQL(
            "SELECT pid FROM pg_stat_activity WHERE datname = '%s' AND pid <> pg_backend_pid()",
            " AND application_name = '%s'", "SELECT pg_terminate_backend(%s)"),
    /** Each process opens a connection for each use, so that those which last are of a process that is at work. */
    MARIADB(
            "SELECT id FROM information_schema.processlist WHERE db = '%s' AND id <> connection_id()",
            "", "KILL CONNECTION %s");

    private final String connections;
    private final String ofProcess;
    private final String termination;

    Product(String connections, String ofProcess, String termination) {
        this.connections = connections;
        this.ofProcess = ofProcess;
        this.termination = termination;
    }

    Database freshDatabase() {
        return this == POSTGRESQL ? TestPostgres.freshDatabase().reusing("test") : TestMariaDb.freshDatabase();
    }

    static Product of(String jdbcUrl) {
        return jdbcUrl.startsWith("jdbc:postgresql:") ? POSTGRESQL : MARIADB;
    }

    /** For a process of this name. */
    DataSource dataSource(String jdbcUrl, String user, String password, String process) throws SQLException {
        if (this == POSTGRESQL) {
            return ReusingDataSource.of(jdbcUrl, user, password, process);
        }
        MariaDbDataSource maria = new MariaDbDataSource(jdbcUrl);
        maria.setUser(user);
        maria.setPassword(password);
        return maria;
    }

    /** Asks for the ids of all connections to a database but the asking one. */
    String othersConnections(String database) {
        return connections.formatted(database);
    }

    /** Asks for the ids of a process's connections to a database: on MariaDB, which does not know the process, of all but the asking one. */
    String connectionsOf(String process, String database) {
        return othersConnections(database) + ofProcess.formatted(process);
    }

    /** Terminates a connection. */
    String termination(long connection) {
        return termination.formatted(connection);
    }

    @Override
    public String toString() {
        return this == POSTGRESQL ? "PostgreSQL" : "MariaDB";
    }
}
