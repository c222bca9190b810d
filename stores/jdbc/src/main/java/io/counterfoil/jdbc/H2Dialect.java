package io.counterfoil.jdbc;

import io.counterfoil.jdbc.dialect.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** H2 since 2.2. */
final class H2Dialect extends SlotDialect {

    private static final String NOW = "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000 AS BIGINT)";

    /** Without an order, since this database locks every row that it puts in order, and not only those within the limit. */
    private static final String EXPIRED = "SELECT request_id, client, operation FROM counterfoil_record"
            + " USE INDEX (counterfoil_record_expiry) WHERE expires_at <= " + NOW + " LIMIT ? FOR UPDATE SKIP LOCKED";

    private final AtomicBoolean warned = new AtomicBoolean();

    H2Dialect() {
        super(NOW);
    }

    /** There is none here: a database that is part of the process stops with it. */
    @Override
    public boolean beginLimit(Connection connection, Duration limit, boolean joined) {
        if (!warned.getAndSet(true)) {
            System.getLogger(JdbcClaimStore.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "the execution limit of " + limit
                                    + " is not enforced: H2 does not end transactions by itself");
        }
        return false;
    }

    @Override
    public void endLimit(Connection connection) {
        // There is none.
    }

    @Override
    public int purge(Connection connection, int limit) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(EXPIRED)) {
            query.setInt(1, limit);
            return delete(connection, keys(query));
        }
    }

    @Override
    public boolean isDuplicateKey(SQLException failure) {
        return SqlDialect.H2.isDuplicateKey(failure);
    }

    @Override
    public boolean isConflict(SQLException failure) {
        return SqlDialect.H2.canRunAgain(failure);
    }

    @Override
    public SchemaTable.Type text(int bytes) {
        return new SchemaTable.Type("varchar(" + bytes + ")", Set.of(Types.VARCHAR), bytes);
    }

    @Override
    public SchemaTable.Type bytes(int length) {
        return new SchemaTable.Type("varbinary(" + length + ")", Set.of(Types.VARBINARY), length);
    }

    @Override
    public SchemaTable.Type payload() {
        return new SchemaTable.Type("blob", Set.of(Types.BLOB), 0);
    }

    @Override
    public String stored(String name) {
        return name.toUpperCase(Locale.ROOT);
    }
}
