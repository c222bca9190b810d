package io.counterfoil.jdbc.database;

import io.counterfoil.jdbc.dialect.DatabaseChecks;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The settings of a PostgreSQL server and of its connections. */
final class PostgreSqlChecks implements DatabaseChecks {

    @Override
    public List<String> lossOfCommits(Connection connection) throws SQLException {
        return PostgreSqlDurability.losses(connection);
    }

    @Override
    public List<String> connectionAdvice(Connection connection) throws SQLException {
        return PostgreSqlConnections.advice(connection);
    }
}
