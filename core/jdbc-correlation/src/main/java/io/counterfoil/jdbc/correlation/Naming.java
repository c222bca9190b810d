package io.counterfoil.jdbc.correlation;

import java.sql.Connection;
import java.sql.SQLException;

/** A way to name the work to the database. Thread-safe. */
interface Naming {

    /** The connection, to be handed out; it is closed where this fails. */
    Connection named(Connection target) throws SQLException;
}
