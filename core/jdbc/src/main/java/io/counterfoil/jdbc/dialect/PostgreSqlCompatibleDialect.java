package io.counterfoil.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** PostgreSQL's protocol and SQL without its advisory locks or its row identifiers. */
final class PostgreSqlCompatibleDialect extends PostgreSqlDialect {

    PostgreSqlCompatibleDialect() {
        super("postgresql_compatible", "CockroachDB", "YugabyteDB");
    }

    @Override
    public boolean isOf(Connection connection) throws SQLException {
        return speaksPostgreSql(connection) && !PostgreSqlProbe.isPostgreSql(connection);
    }

    @Override
    public boolean hasAdvisoryLocks() {
        return false;
    }

    /** {@code READ UNCOMMITTED} is {@code READ COMMITTED} here. */
    @Override
    public boolean hasDirtyReads() {
        return false;
    }

    @Override
    public String limit() {
        return " LIMIT ?";
    }

    @Override
    public String after() {
        return " LIMIT 1 OFFSET ?";
    }

    /** Each statement by itself: the definition of tables is not transactional everywhere, and there is no lock to serialize creators. */
    @Override
    public void createTables(Connection connection, String table, List<String> statements) throws SQLException {
        createUnlocked(connection, statements);
    }

    /** They commit by consensus, and their settings of PostgreSQL's names mean nothing. */
    @Override
    public List<String> lossOfCommits(Connection connection) {
        return List.of();
    }

    /** Every node takes writes, and the number of a session's process need not be one that the driver was told. */
    @Override
    public List<String> connectionAdvice(Connection connection) throws SQLException {
        return PostgreSqlConnections.timeouts(connection);
    }

    /** CockroachDB compares texts byte by byte, and names no collation. */
    @Override
    public List<String> obstacles(Connection connection, List<String> tables) throws SQLException {
        return ask(connection, "SELECT version() LIKE 'CockroachDB%'")
                ? List.of()
                : super.obstacles(connection, tables);
    }
}
