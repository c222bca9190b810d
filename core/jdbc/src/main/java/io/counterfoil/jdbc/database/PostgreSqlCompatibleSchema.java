package io.counterfoil.jdbc.database;

import io.counterfoil.jdbc.dialect.SqlQueries;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

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
    public Map<String, String> collations(Connection connection, String table) throws SQLException {
        return SqlQueries.isTrue(connection, "SELECT version() LIKE 'CockroachDB%'")
                ? Map.of()
                : super.collations(connection, table);
    }
}
