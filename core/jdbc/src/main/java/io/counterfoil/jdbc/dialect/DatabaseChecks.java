package io.counterfoil.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What the settings of a database and of its connections put at risk, each with the setting that prevents it. Thread-safe. */
public interface DatabaseChecks {

    /**
     * Why the database may lose a transaction whose commit it has acknowledged; empty where nothing is known against it. What can be seen on
     * this connection: not a standby that is not attached now.
     *
     * @return sentences without their full stops
     */
    default List<String> lossOfCommits(Connection connection) throws SQLException {
        return List.of();
    }

    /**
     * What to change about the connections of a data source, each with the line to add: time-outs, hosts, a pooler between driver and server.
     * Empty where nothing is wrong or known.
     *
     * @return sentences without their full stops
     */
    default List<String> connectionAdvice(Connection connection) throws SQLException {
        return List.of();
    }
}
