package io.counterfoil.jdbc;

import java.sql.Connection;

/**
 * How database transactions are begun and joined: {@link DataSourceTransactions} on a plain data source, or a framework's
 * own. Thread-safe.
 */
public interface Transactions {

    /**
     * Runs the work in the calling thread's transaction, or in a new one where there is none. A new one commits when the
     * work returns, unless it was marked {@linkplain Transaction#setRollbackOnly() for roll-back}, and rolls back when it
     * throws. Work that throws inside a joined transaction marks that one for roll-back.
     *
     * @throws X what the work threw
     * @throws io.counterfoil.idempotency.store.StoreException when there is no connection, or the commit failed
     */
    <T, X extends Exception> T run(Work<T, X> work) throws X;

    /** Work inside a transaction. */
    @FunctionalInterface
    interface Work<T, X extends Exception> {

        /** Does the work. */
        T run(Transaction transaction) throws X;
    }

    /** A transaction, as its work sees it; for the thread that runs the work, and no longer than the work runs. */
    interface Transaction {

        /** The connection; the transaction's to commit and to close. */
        Connection connection();

        /** Whether the transaction can only be rolled back any more. */
        boolean isRollbackOnly();

        /** Makes the transaction end in a roll-back. */
        void setRollbackOnly();

        /** Whether the transaction was there before the work, and goes on after it. */
        boolean isJoined();
    }
}
