package io.counterfoil.jdbc.database;

import io.counterfoil.jdbc.dialect.SqlQueries;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The tables of databases with PostgreSQL's protocol. */
final class PostgreSqlCompatibleSchema extends PostgreSqlSchema {

    PostgreSqlCompatibleSchema(String script) {
        super(script);
    }

    /** Each statement by itself: the definition of tables is not transactional everywhere, and there is no lock to serialize creators. */
    @Override
    public void createTables(Connection connection, String table, List<String> statements) throws SQLException {
        createUnlocked(connection, statements);
    }

    /** CockroachDB compares texts byte by byte, and names no collation. */
    @Override
    public List<String> obstacles(Connection connection, List<String> tables) throws SQLException {
        return SqlQueries.isTrue(connection, "SELECT version() LIKE 'CockroachDB%'")
                ? List.of()
                : super.obstacles(connection, tables);
    }
}
