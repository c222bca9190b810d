package io.counterfoil.jdbc.locks;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.purge.RowRemoval;
import io.counterfoil.jdbc.row.RecordTable;
import java.sql.Connection;
import java.sql.SQLException;

/** Removes expired records where a lock has a number. Thread-safe. */
final class RecordPurge {

    private final SqlDialect sql;
    private final RowRemoval expired;

    RecordPurge(SqlDialect sql) {
        this.sql = sql;
        this.expired =
                new RowRemoval(sql, "counterfoil_record", RecordTable.KEY, "expires_at <= " + sql.now(), "expires_at");
    }

    int purge(Connection connection, int limit, boolean own) throws SQLException {
        if (own) {
            sql.rowLocking().begin(connection);
        }
        return expired.remove(connection, limit);
    }
}
