package io.counterfoil.jdbc.transaction;

import io.counterfoil.idempotency.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/**
 * How database transactions are begun and joined: {@link DataSourceTransactions} on a plain data source,
 * {@link CallersTransaction} inside one that the caller begins and ends, or a framework's own. Thread-safe, unless an
 * implementation says otherwise.
 */
public interface Transactions {

    /** The savepoint that a claim sets after it. */
    String CLAIM_SAVEPOINT = "counterfoil_unit";

    /**
     * Runs the work in the calling thread's transaction, or in a new one where there is none. A new one commits when the
     * work returns, unless it was marked {@linkplain Transaction#setRollbackOnly() for roll-back}, and rolls back when it
     * throws. Work that throws inside a joined transaction marks that one for roll-back.
     *
     * @param <T> the type of what the work returns
     * @param <X> the checked exceptions that the work throws
     * @param work the work
     * @return what the work returned, once a new transaction has committed
     * @throws X what the work threw
     * @throws StoreException when there is no connection, or the commit failed
     * @throws CommitRefusedException when the database did not commit what the work had written
     */
    <T, X extends Exception> T run(Work<T, X> work) throws X;

    /** {@return whether the calling thread is in a transaction now, which {@link #run} would join} */
    boolean joins();

    /**
     * {@return the connection of the calling thread's transaction; the transaction's to commit and to close}
     *
     * @throws IllegalStateException when the thread is in no transaction
     */
    Connection connection();

    /**
     * Runs a single statement: in the calling thread's transaction where it is in one, otherwise on a connection in
     * auto-commit mode, so that it costs one round trip and leaves no transaction open ({@link AutoCommit}).
     *
     * @param <T> the type of what the statement returns
     * @param statement the statement
     * @return what the statement returned
     * @throws SQLException what the statement threw, or the driver when there is no connection
     */
    <T> T single(SingleStatement<T> statement) throws SQLException;

    /**
     * Checks the warnings of a commit, or of a statement that it rode along with. PostgreSQL answers a commit with success although the wait
     * for a synchronous standby was cancelled or its server was shut down: then the transaction is committed on this server, and may be on no
     * standby (PostgreSQL, {@code syncrep.c}). A cancelled wait is recognised by its text, so on servers whose {@code lc_messages} is
     * English.
     *
     * @param first the first one, with the others in its chain; {@code null} for none
     * @throws StoreException when it is unknown whether a fail-over would keep the transaction
     */
    static void checkCommit(@Nullable SQLWarning first) {
        for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
            boolean shutdown = "57P01".equals(warning.getSQLState());
            if (shutdown || String.valueOf(warning.getMessage()).contains("wait for synchronous replication")) {
                throw new StoreException(
                        "committing: the wait for a standby was cancelled, so the outcome is unknown: the transaction is lost if "
                                + "this server fails",
                        warning);
            }
        }
    }

    /**
     * Runs work whose transactions are an endpoint's. Where the application's own transactions run inside of them, the isolation level that these ask
     * for is remembered, and the endpoint's next transaction begins with it. By default nothing is remembered.
     *
     * @param <T> the type of what the work returns
     * @param <X> the checked exceptions that the work throws
     * @param endpoint equal for all runs of one endpoint, such as its method
     * @param work runs in the calling thread
     * @return what the work returned
     * @throws X what the work threw
     */
    default <T, X extends Exception> T at(Object endpoint, EndpointWork<T, X> work) throws X {
        return work.run();
    }

    /**
     * Runs work in whose transactions a claim is sent with the first statement of the work, where the connections of the application take part in
     * them and the database can: that saves a round trip. The work then begins before its claim. Where the key is not free the statement is not
     * executed and fails with a conflict (SQLState 40001), and the work is run again, which claims first. The lease of such a claim has the
     * token 0. By default claims come first.
     *
     * @param <T> the type of what the work returns
     * @param <X> the checked exceptions that the work throws
     * @param work runs once, in the calling thread; the units that it runs claim so
     * @return what the work returned
     * @throws X what the work threw
     */
    default <T, X extends Exception> T claimingWithFirstStatement(EndpointWork<T, X> work) throws X {
        return work.run();
    }

    /**
     * Work inside a transaction.
     *
     * @param <T> the type of what it returns
     * @param <X> the checked exceptions that it throws
     */
    @FunctionalInterface
    interface Work<T, X extends Exception> {

        /**
         * Does the work, in the calling thread.
         *
         * @param transaction the transaction, for this thread until the method returns
         * @return what {@link Transactions#run} returns
         * @throws X what the work throws; the transaction is rolled back, or marked for roll-back where it was joined
         */
        T run(Transaction transaction) throws X;
    }
}
