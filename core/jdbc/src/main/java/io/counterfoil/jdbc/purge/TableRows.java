package io.counterfoil.jdbc.purge;

import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.transaction.Transaction;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.SQLException;

/**
 * Rows of a table, or of several that belong together, that are removed in a transaction for each batch.
 *
 * <pre>{@code
 * ExpiredRows batches = new TableRows(
 *         "batches", transactions, dialect, (connection, limit) -> BATCHES.removeOlderThan(connection, age, limit));
 * }</pre>
 *
 * @param name what they are, as {@link ExpiredRows#name} says
 * @param transactions lead to the database
 * @param dialect finds that of the database before each batch
 * @param removal removes a batch
 */
public record TableRows(String name, Transactions transactions, DialectLookup dialect, BatchRemoval removal)
        implements ExpiredRows {

    /**
     * Removes rows of a database whose dialect is known.
     *
     * @param name what they are, as {@link ExpiredRows#name} says
     * @param transactions lead to the database
     * @param dialect that of the database
     * @param removal removes a batch
     */
    public TableRows(String name, Transactions transactions, SqlDialect dialect, BatchRemoval removal) {
        this(name, transactions, connection -> dialect, removal);
    }

    @Override
    public int remove(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, not " + limit);
        }
        return transactions.<Integer, StoreException>run(transaction -> remove(transaction, limit));
    }

    private int remove(Transaction transaction, int limit) {
        try {
            if (!transaction.isJoined()) {
                dialect.of(transaction.connection()).rowLocking().begin(transaction.connection());
            }
            return removal.remove(transaction.connection(), limit);
        } catch (SQLException failure) {
            throw new StoreException("removing expired " + name, failure);
        }
    }
}
