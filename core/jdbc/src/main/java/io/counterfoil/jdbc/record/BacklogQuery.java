package io.counterfoil.jdbc.record;

import io.counterfoil.idempotency.directory.AgedCount;
import io.counterfoil.idempotency.directory.RecordBacklog;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.row.Micros;
import io.counterfoil.jdbc.row.RecordRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The statement that counts what waits. Each part reads along the index on the expiry and ends at the limit, so it does not sort: of more rows
 * than the limit, the index has those first that were inserted first, or whose request ID is the lowest.
 */
final class BacklogQuery {

    private static final int PARTS = 3;

    private final String sql;

    BacklogQuery(SqlDialect dialect) {
        String now = "(SELECT " + dialect.now() + ")";
        String leased = "expires_at = " + RecordRow.NEVER + " AND leased_until > " + RecordRow.RELEASED
                + " AND leased_until %s " + now;
        this.sql = "SELECT p.n, p.since, u.n, u.since, e.n, e.since, " + dialect.now()
                + " FROM " + part("p", "received_at", leased.formatted(">"), dialect)
                + " CROSS JOIN " + part("u", "received_at", leased.formatted("<="), dialect)
                + " CROSS JOIN " + part("e", "expires_at", "expires_at <= " + now + " ORDER BY expires_at", dialect);
    }

    private static String part(String name, String since, String condition, SqlDialect dialect) {
        return "(SELECT count(*) AS n, min(since) AS since FROM (SELECT " + since
                + " AS since FROM counterfoil_record WHERE " + condition + dialect.limit() + ") " + name + "_row) "
                + name;
    }

    RecordBacklog run(Connection connection, int limit, int seconds) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(seconds);
            for (int part = 1; part <= PARTS; part++) {
                statement.setInt(part, limit);
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                long now = row.getLong(2 * PARTS + 1);
                return new RecordBacklog(count(row, 1, now), count(row, 2, now), count(row, PARTS, now));
            }
        }
    }

    private static AgedCount count(ResultSet row, int part, long now) throws SQLException {
        int count = row.getInt(2 * part - 1);
        return count == 0 ? AgedCount.NONE : new AgedCount(count, Micros.duration(now - row.getLong(2 * part)));
    }
}
