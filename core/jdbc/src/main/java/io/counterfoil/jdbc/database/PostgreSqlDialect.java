package io.counterfoil.jdbc.database;

import io.counterfoil.jdbc.dialect.DatabaseChecks;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.SchemaDialect;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.locks.AdvisoryLocks;
import java.sql.Connection;
import java.sql.SQLException;

/** PostgreSQL. */
final class PostgreSqlDialect extends SqlDialect {

    PostgreSqlDialect() {
        super("postgresql", "PostgreSQL");
    }

    /** Recognised by what it does: other databases have its protocol, so its driver reports them by its name. */
    @Override
    public boolean isOf(Connection connection) throws SQLException {
        return PostgreSqlProbe.hasProtocol(connection) && PostgreSqlProbe.isPostgreSql(connection);
    }

    @Override
    public KeyLocks locks() {
        return new AdvisoryLocks(this);
    }

    @Override
    public SchemaDialect schema() {
        return new PostgreSqlSchema(vendor());
    }

    @Override
    public DatabaseChecks checks() {
        return new PostgreSqlChecks();
    }

    @Override
    public String now() {
        return PostgreSqlText.NOW;
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
