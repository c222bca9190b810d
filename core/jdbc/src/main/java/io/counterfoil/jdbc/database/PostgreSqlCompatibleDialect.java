package io.counterfoil.jdbc.database;

import io.counterfoil.jdbc.dialect.DatabaseChecks;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.SchemaDialect;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.locks.SlotLocks;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** PostgreSQL's protocol and SQL without its advisory locks or its row identifiers. */
final class PostgreSqlCompatibleDialect extends SqlDialect {

    PostgreSqlCompatibleDialect() {
        super("postgresql_compatible", "CockroachDB", "YugabyteDB");
    }

    @Override
    public boolean isOf(Connection connection) throws SQLException {
        return PostgreSqlProbe.hasProtocol(connection) && !PostgreSqlProbe.isPostgreSql(connection);
    }

    /** {@code READ UNCOMMITTED} is {@code READ COMMITTED} here. */
    @Override
    public KeyLocks locks() {
        return SlotLocks.withoutDirtyReads(this);
    }

    @Override
    public SchemaDialect schema() {
        return new PostgreSqlCompatibleSchema(vendor());
    }

    /**
     * They commit by consensus, and their settings of PostgreSQL's names mean nothing. Every node takes writes, and the number of a session's
     * process need not be one that the driver was told.
     */
    @Override
    public DatabaseChecks checks() {
        return new DatabaseChecks() {
            @Override
            public List<String> connectionAdvice(Connection connection) throws SQLException {
                return PostgreSqlConnections.timeouts(connection);
            }
        };
    }

    @Override
    public String now() {
        return PostgreSqlText.NOW;
    }

    @Override
    public String limit() {
        return " LIMIT ?";
    }

    @Override
    public String after() {
        return " LIMIT 1 OFFSET ?";
    }

    @Override
    public boolean returnsChangedRows() {
        return true;
    }

    @Override
    public boolean isDuplicateKey(SQLException failure) {
        return PostgreSqlText.isUniqueViolation(failure);
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return PostgreSqlText.isLockNotAvailable(failure);
    }

    @Override
    public boolean isConflict(SQLException failure) {
        return PostgreSqlText.isSerializationFailure(failure);
    }
}
