package io.counterfoil.jdbc.crash;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The databases that everything here is proved on. */
enum Product {
    POSTGRESQL("pg_stat_activity", "pid", "datname", "pg_backend_pid()", "SELECT pg_terminate_backend(%d)"),
    MARIADB("information_schema.processlist", "id", "db", "connection_id()", "KILL CONNECTION %d");

    private final String connections;
    private final String termination;

    Product(String table, String id, String database, String own, String termination) {
        this.connections = "SELECT %s FROM %s WHERE %s = '%%s' AND %s <> %s".formatted(id, table, database, id, own);
        this.termination = termination;
    }

    Database freshDatabase() {
        return this == POSTGRESQL ? TestPostgres.freshDatabase() : TestMariaDb.freshDatabase();
    }

    static Product of(String jdbcUrl) {
        return jdbcUrl.startsWith("jdbc:postgresql:") ? POSTGRESQL : MARIADB;
    }

    DataSource dataSource(String jdbcUrl, String user, String password) throws SQLException {
        if (this == POSTGRESQL) {
            PGSimpleDataSource postgres = new PGSimpleDataSource();
            postgres.setURL(jdbcUrl);
            postgres.setUser(user);
            postgres.setPassword(password);
            return postgres;
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

    /** Terminates a connection. */
    String termination(long connection) {
        return termination.formatted(connection);
    }

    @Override
    public String toString() {
        return this == POSTGRESQL ? "PostgreSQL" : "MariaDB";
    }
}
