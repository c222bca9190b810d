package io.counterfoil.jdbc;

import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.StoreException;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Claims and records in PostgreSQL, in the caller's own transaction: effect and record commit together or not at all
 * (RQ-13).
 *
 * <h2>How it holds</h2>
 *
 * A claim is a transaction-level advisory lock, tried and never waited for, on a hash of the key; the database lets go of
 * it when the transaction ends, also when the process that owned it died. Once the lock is held the record is looked for,
 * so of all concurrent claimants one finds neither lock nor record taken, and the others learn in one round trip that
 * the key is in flight. The record is inserted last, next to the effect, under the primary key, which would stop a second
 * one even if the locks failed.
 *
 * <p>Until its transaction ends, an uncommitted record is invisible: other contents under a key in flight are noticed
 * when the original has ended.
 *
 * <p>Made for READ COMMITTED, PostgreSQL's default. Under a stricter isolation the snapshot is older than the lock, and a
 * conflict ends in a serialization failure of the database instead of a replay: still once, but by way of another try.
 *
 * <p>Needs the table of {@link JdbcSchema}. Thread-safe.
 */
public final class JdbcClaimStore implements ClaimStore {

    private final Transactions transactions;

    /** A store in the database that these transactions reach. */
    public JdbcClaimStore(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        return transactions.run(transaction -> {
            JdbcClaims claims = new JdbcClaims(transaction);
            try {
                return work.run(claims);
            } finally {
                claims.end();
            }
        });
    }

    @Override
    public int purge(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, not " + limit);
        }
        return transactions.run(transaction -> {
            try (PreparedStatement purge = transaction.connection().prepareStatement(PostgreSql.PURGE)) {
                purge.setInt(1, limit);
                return purge.executeUpdate();
            } catch (SQLException failure) {
                throw new StoreException("purging expired records", failure);
            }
        });
    }
}
