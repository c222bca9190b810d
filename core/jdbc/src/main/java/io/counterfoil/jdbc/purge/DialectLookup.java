package io.counterfoil.jdbc.purge;

import io.counterfoil.jdbc.dialect.SqlDialect;
import java.sql.Connection;
import java.sql.SQLException;

/** Knows the dialect of a database, or learns it from a connection to it. Must be thread-safe. */
@FunctionalInterface
public interface DialectLookup {

    /**
     * {@return the dialect of the database that the connection leads to; always the same}
     *
     * @param connection leads to the database; used where the dialect is not known yet
     * @throws SQLException when the driver cannot tell
     */
    SqlDialect of(Connection connection) throws SQLException;
}
