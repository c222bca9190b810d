package io.counterfoil.citus;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.DatabaseChecks;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.SchemaDialect;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.dialect.SqlQueries;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;

/**
 * PostgreSQL with the extension Citus 12 or later, which distributes tables over several nodes. Proved on Citus 13.0.
 *
 * <p>A connection to any node of a cluster has it, as soon as this module is on the class path or the module path. Two dialects with the same
 * distribution are equal.
 */
public final class CitusDialect extends SqlDialect {

    /** Tables are distributed by their keys. This is what every connection has, whichever way the tables are distributed. */
    public static final SqlDialect BY_KEY = new CitusDialect();

    /**
     * Tables are distributed by the client, for services whose own tables are distributed by it: what belongs to one client is on one node. Only
     * its scripts differ.
     */
    public static final SqlDialect BY_CLIENT = new CitusDialect("sharded_by_client");

    private final String distribution;

    /** {@link #BY_KEY}, for the service loader. */
    public CitusDialect() {
        this("sharded_by_key");
    }

    /** @param distribution the scripts that distribute those tables that can be distributed in two ways */
    private CitusDialect(String distribution) {
        super("postgresql", "PostgreSQL with Citus");
        this.distribution = distribution;
    }

    @Override
    public boolean isOf(Connection connection) throws SQLException {
        return "PostgreSQL".equals(connection.getMetaData().getDatabaseProductName())
                && SqlQueries.isTrue(connection, "SELECT count(*) > 0 FROM pg_extension WHERE extname = 'citus'");
    }

    @Override
    public KeyLocks locks() {
        return new CitusLocks(this);
    }

    /** The scripts of PostgreSQL; then those that distribute the tables: in the one way that there is for them, or in this one. */
    @Override
    public SchemaDialect schema() {
        return new CitusSchema(vendor(), "sharded", distribution);
    }

    @Override
    public DatabaseChecks checks() {
        return Dialects.POSTGRESQL.checks();
    }

    @Override
    public String now() {
        return Dialects.POSTGRESQL.now();
    }

    @Override
    public boolean returnsChangedRows() {
        return true;
    }

    @Override
    public boolean isDistributed() {
        return true;
    }

    @Override
    public boolean isDuplicateKey(SQLException failure) {
        return Dialects.POSTGRESQL.isDuplicateKey(failure);
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return Dialects.POSTGRESQL.isLockTimeout(failure);
    }

    @Override
    public boolean isConflict(SQLException failure) {
        return Dialects.POSTGRESQL.isConflict(failure);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CitusDialect dialect && distribution.equals(dialect.distribution);
    }

    @Override
    public int hashCode() {
        return Objects.hash(distribution);
    }
}
