package io.counterfoil.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What the settings of a database and of its connections put at risk, each with the setting that prevents it. Thread-safe. */
public interface DatabaseChecks {

    /**
     * Names reasons why the database may lose a transaction whose commit it has acknowledged. Finds what can be seen on this connection:
     * not a standby that is not attached now.
     *
     * @param connection a connection to the database; its transaction, if it has one, is not ended
     * @return sentences without their full stops; empty, the default, where nothing is known against the database
     * @throws SQLException when the database cannot be queried
     */
    default List<String> lossOfCommits(Connection connection) throws SQLException {
        return List.of();
    }

    /**
     * Advises what to change about the connections of a data source, each with the line to add: time-outs, hosts, a pooler between driver
     * and server.
     *
     * @param connection a connection of the data source; its transaction, if it has one, is not ended
     * @return sentences without their full stops; empty, the default, where nothing is wrong or known
     * @throws SQLException when the database cannot be queried
     */
    default List<String> connectionAdvice(Connection connection) throws SQLException {
        return List.of();
    }
}
