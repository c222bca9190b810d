package io.counterfoil.testkit.database;

import javax.sql.DataSource;

/**
 * An empty database of {@link TestPostgres} or {@link TestMariaDb}, and its connection data. Its user has all
 * privileges on the server.
 *
 * @param name the name of the database, unique within the server
 * @param jdbcUrl the JDBC URL without user and password
 * @param user the user name
 * @param password the password
 * @param dataSource opens a new connection on every call; thread-safe
 */
public record Database(String name, String jdbcUrl, String user, String password, DataSource dataSource) {

    /**
     * The same PostgreSQL database with a data source that reuses closed connections.
     *
     * @param application the application name of the connections
     * @see ReusingDataSource
     */
    public Database reusing(String application) {
        return new Database(name, jdbcUrl, user, password, ReusingDataSource.of(jdbcUrl, user, password, application));
    }

    /**
     * The same PostgreSQL database with a URL whose connections {@link CountingSockets} counts. The data source is unchanged, and not
     * counted.
     */
    public Database counted() {
        return new Database(name, jdbcUrl + "?" + CountingSockets.PARAMETER, user, password, dataSource);
    }
}
