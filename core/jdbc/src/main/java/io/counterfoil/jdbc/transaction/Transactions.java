package io.counterfoil.jdbc.transaction;

import io.counterfoil.idempotency.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * How database transactions are begun and joined: {@link DataSourceTransactions} on a plain data source,
 * {@link CallersTransaction} inside one that the caller begins and ends, or a framework's own. Thread-safe, unless an
 * implementation says otherwise.
 */
public interface Transactions {

    /**
     * Runs the work in the calling thread's transaction, or in a new one where there is none. A new one commits when the
     * work returns, unless it was marked {@linkplain Transaction#setRollbackOnly() for roll-back}, and rolls back when it
     * throws. Work that throws inside a joined transaction marks that one for roll-back.
     *
     * @throws X what the work threw
     * @throws StoreException when there is no connection, or the commit failed
     */
    <T, X extends Exception> T run(Work<T, X> work) throws X;

    /** Whether the calling thread is in a transaction now, which {@link #run} would join. */
    boolean joins();

    /**
     * The connection of the calling thread's transaction; the transaction's to commit and to close.
     *
     * @throws IllegalStateException when the thread is in no transaction
     */
    Connection connection();

    /**
     * Runs a single statement: in the calling thread's transaction where it is in one, otherwise on a connection in
     * auto-commit mode, so that it costs one round trip and leaves no transaction open ({@link AutoCommit}).
     *
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
     * @param endpoint equal for all runs of one endpoint, such as its method
     * @throws X what the work threw
     */
    default <T, X extends Exception> T at(Object endpoint, Inside<T, X> work) throws X {
        return work.run();
    }

    /** Work inside a transaction. */
    @FunctionalInterface
    interface Work<T, X extends Exception> {

        /** Does the work. */
        T run(Transaction transaction) throws X;
    }

    /** Work that finds its transaction by itself. */
    @FunctionalInterface
    interface Inside<T, X extends Exception> {

        /** Does the work. */
        T run() throws X;
    }

    /** One statement, with what is made of its result. */
    @FunctionalInterface
    interface SingleStatement<T> {

        /** Runs it; the connection is not its to close. */
        T run(Connection connection) throws SQLException;
    }

    /** A transaction, as its work sees it; for the thread that runs the work, and no longer than the work runs. */
    interface Transaction {

        /** The connection; the transaction's to commit and to close. */
        Connection connection();

        /** The same, for claims: what they execute can be repeated by {@link Restart}, and does not keep the transaction from being begun again. */
        default Connection connectionOfClaims() {
            return connection();
        }

        /** Whether the transaction can only be rolled back any more. */
        boolean isRollbackOnly();

        /** Makes the transaction end in a roll-back. */
        void setRollbackOnly();

        /** Whether the transaction existed before the work, and continues after it. */
        boolean isJoined();

        /**
         * Puts a statement off until the transaction commits: it is then run as the very last one, after which the commit is
         * all that follows, and not at all when the transaction rolls back. What it throws makes the transaction roll back,
         * and is thrown by {@link Transactions#run}.
         *
         * @return false when that cannot be promised (the transaction is joined, something else may write later, another
         *     statement is put off already): the statement was not taken, and is the caller's to run at once
         */
        boolean atCommit(LastStatement statement);

        /**
         * Whether the statement that claims is to set the savepoint {@value Scopes#FIRST} behind what it does, which costs no round trip of its own:
         * transactions of the application inside this one are undone to it alone.
         */
        default boolean isSaved() {
            return false;
        }

        /**
         * A key was claimed, before anything else was executed.
         *
         * @param saved whether the savepoint was set behind the claim
         * @param again claims all keys of the transaction again, where it has to be begun again
         */
        default void claimed(boolean saved, Restart again) {}

        /**
         * The work is over, and its result about to be recorded: ends what is open inside the transaction.
         *
         * @throws SQLException when the transaction was lost by a conflict, or the driver failed
         */
        default void workIsOver() throws SQLException {}
    }

    /** Claims anew what a transaction had claimed, after it was begun again. */
    @FunctionalInterface
    interface Restart {

        /**
         * Claims again.
         *
         * @throws SQLException when a claim was lost meanwhile (a conflict), or the driver failed
         */
        void claimAgain() throws SQLException;
    }

    /** The last statement of a transaction. */
    @FunctionalInterface
    interface LastStatement {

        /**
         * Runs it. The commit may ride along in the same round trip: whether it did or not, the transaction still calls the
         * driver's {@link Connection#commit}, which then has nothing left to send.
         *
         * @throws StoreException when it failed; nothing is committed, save when the
         *     connection broke in the very commit
         */
        void run(Connection connection);
    }

    /** Runs single statements outside of any transaction of the caller's; for implementations of {@link Transactions}. */
    final class AutoCommit {

        private AutoCommit() {}

        /**
         * Runs the statement on a connection of its own, which commits it: no transaction is begun, and none is left open, also
         * where the data source hands out connections whose auto-commit is off. The connection goes back as it came.
         *
         * @throws SQLException what the statement threw, or the driver when there is no connection
         */
        public static <T> T run(DataSource dataSource, SingleStatement<T> statement) throws SQLException {
            try (Connection connection = dataSource.getConnection()) {
                if (connection.getAutoCommit()) {
                    return statement.run(connection);
                }
                return switchedOn(connection, statement);
            }
        }

        private static <T> T switchedOn(Connection connection, SingleStatement<T> statement) throws SQLException {
            connection.setAutoCommit(true);
            T result;
            try {
                result = statement.run(connection);
            } catch (Throwable failure) {
                try {
                    connection.setAutoCommit(false);
                } catch (SQLException broken) {
                    failure.addSuppressed(broken);
                }
                throw failure;
            }
            connection.setAutoCommit(false);
            return result;
        }
    }
}
