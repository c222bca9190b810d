package io.counterfoil.jdbc;

import io.counterfoil.idempotency.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Transactions on a plain data source, without a framework. The transaction belongs to the thread; work finds its
 * connection with {@link #connection()}. Thread-safe.
 */
public final class DataSourceTransactions implements Transactions {

    private final DataSource dataSource;

    @SuppressWarnings("ThreadLocalUsage") // One per data source is meant: two data sources are two transactions.
    private final ThreadLocal<@Nullable Own> current = new ThreadLocal<>();

    /** Transactions on connections of this data source. */
    public DataSourceTransactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * The connection of this thread's transaction.
     *
     * @throws IllegalStateException outside of {@link #run}
     */
    public Connection connection() {
        Own own = current.get();
        if (own == null) {
            throw new IllegalStateException("this thread is in no transaction: call connection() inside run(...)");
        }
        return own.connection;
    }

    @Override
    public <T, X extends Exception> T run(Work<T, X> work) throws X {
        Own outer = current.get();
        return outer == null ? begin(work) : join(outer, work);
    }

    private static <T, X extends Exception> T join(Own outer, Work<T, X> work) throws X {
        try {
            return work.run(new Joined(outer));
        } catch (Throwable failure) {
            outer.setRollbackOnly();
            throw failure;
        }
    }

    private <T, X extends Exception> T begin(Work<T, X> work) throws X {
        try (Own own = open()) {
            current.set(own);
            try {
                T result = work.run(own);
                own.end();
                return result;
            } catch (Throwable failure) {
                own.rollBack(failure);
                throw failure;
            } finally {
                current.remove();
            }
        }
    }

    private Own open() {
        try {
            Connection connection = dataSource.getConnection();
            try {
                connection.setAutoCommit(false);
                return new Own(connection);
            } catch (SQLException failure) {
                connection.close();
                throw failure;
            }
        } catch (SQLException failure) {
            throw new StoreException("beginning a transaction", failure);
        }
    }

    private static final class Own implements Transaction, AutoCloseable {

        private final Connection connection;
        private boolean rollbackOnly;

        Own(Connection connection) {
            this.connection = connection;
        }

        @Override
        public Connection connection() {
            return connection;
        }

        @Override
        public boolean isRollbackOnly() {
            return rollbackOnly;
        }

        @Override
        public void setRollbackOnly() {
            rollbackOnly = true;
        }

        @Override
        public boolean isJoined() {
            return false;
        }

        void end() {
            try {
                if (rollbackOnly) {
                    connection.rollback();
                } else {
                    connection.commit();
                }
            } catch (SQLException failure) {
                throw new StoreException(rollbackOnly ? "rolling back" : "committing", failure);
            }
        }

        void rollBack(Throwable cause) {
            try {
                connection.rollback();
            } catch (SQLException failure) {
                cause.addSuppressed(failure);
            }
        }

        @Override
        public void close() {
            try (Connection closing = connection) {
                closing.setAutoCommit(true);
            } catch (SQLException failure) {
                throw new StoreException("closing a connection", failure);
            }
        }
    }

    private record Joined(Transaction outer) implements Transaction {

        @Override
        public Connection connection() {
            return outer.connection();
        }

        @Override
        public boolean isRollbackOnly() {
            return outer.isRollbackOnly();
        }

        @Override
        public void setRollbackOnly() {
            outer.setRollbackOnly();
        }

        @Override
        public boolean isJoined() {
            return true;
        }
    }
}
