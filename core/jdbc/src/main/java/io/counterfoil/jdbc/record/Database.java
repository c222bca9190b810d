package io.counterfoil.jdbc.record;

import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.dialect.TransactionCheck;
import io.counterfoil.jdbc.row.RecordTable;

/**
 * What one store knows of its database.
 *
 * @param locks the store's own
 */
public record Database(SqlDialect dialect, KeyLocks locks, RecordTable records, TransactionCheck check) {

    static Database of(SqlDialect dialect) {
        KeyLocks locks = dialect.locks();
        return new Database(dialect, locks, locks.records(), locks.check());
    }
}
