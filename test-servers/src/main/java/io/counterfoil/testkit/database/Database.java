package io.counterfoil.testkit.database;

import javax.sql.DataSource;

/**
 * An empty database of {@link TestPostgres} or {@link TestMariaDb}, and how to reach it. Its user may do everything on the server.
 *
 * @param name the database's name, unique within the server
 * @param jdbcUrl where it is, without user and password
 * @param user who to log in as
 * @param password what to log in with
 * @param dataSource plain: every call opens a connection, and closing that ends it. Thread-safe
 */
public record Database(String name, String jdbcUrl, String user, String password, DataSource dataSource) {

    /**
     * The same database of PostgreSQL, with a data source that keeps closed connections for the next caller.
     *
     * @param application what the server calls the connections
     * @see ReusingDataSource
     */
    public Database reusing(String application) {
        return new Database(name, jdbcUrl, user, password, ReusingDataSource.of(jdbcUrl, user, password, application));
    }
}
