package io.counterfoil.jdbc.transaction;

import io.counterfoil.idempotency.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A transaction on a connection of its own, from its begin to its end. Used by one thread. */
final class OwnTransaction implements Transactions.Transaction, DataSourceTransactions.Outer {

    private final Connection connection;
    private final boolean autoCommit;
    private Transactions.@Nullable LastStatement last;
    private boolean rollbackOnly;
    private boolean idle;

    private OwnTransaction(Connection connection, boolean autoCommit) {
        this.connection = connection;
        this.autoCommit = autoCommit;
    }

    static OwnTransaction begin(DataSource dataSource) {
        try {
            Connection connection = dataSource.getConnection();
            try {
                boolean autoCommit = connection.getAutoCommit();
                if (autoCommit) {
                    connection.setAutoCommit(false);
                }
                return new OwnTransaction(connection, autoCommit);
            } catch (Throwable failure) {
                closeAfter(connection, failure);
                throw failure;
            }
        } catch (SQLException failure) {
            throw new StoreException("beginning a transaction", failure);
        }
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

    @Override
    public boolean atCommit(Transactions.LastStatement statement) {
        if (last != null) {
            return false;
        }
        last = statement;
        return true;
    }

    @Override
    public <T, X extends Exception> T join(Transactions.Work<T, X> work) throws X {
        try {
            return work.run(new Joined(this));
        } catch (Throwable failure) {
            setRollbackOnly();
            throw failure;
        }
    }

    /** Commits, or rolls back where it is marked so. */
    void end() {
        if (!rollbackOnly && last != null) {
            last.run(connection);
        }
        try {
            if (rollbackOnly) {
                connection.rollback();
            } else {
                connection.clearWarnings();
                connection.commit();
            }
            idle = true;
            Transactions.checkCommit(rollbackOnly ? null : connection.getWarnings());
        } catch (SQLException failure) {
            throw new StoreException(rollbackOnly ? "rolling back" : "committing", failure);
        }
    }

    /** Rolls back because of a failure. */
    void undo(Throwable failure) {
        try {
            connection.rollback();
            idle = true;
        } catch (SQLException broken) {
            failure.addSuppressed(broken);
        }
    }

    /**
     * Closes the connection. A failure to do so does not change how the transaction ended, which is what the caller needs to know;
     * a pool finds out itself that the connection is broken.
     */
    void giveBack() {
        try (Connection closing = connection) {
            // Where a transaction may still be open, switching auto-commit on would commit it.
            if (autoCommit && idle) {
                closing.setAutoCommit(true);
            }
        } catch (SQLException broken) {
            System.getLogger(OwnTransaction.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "a connection could not be reset before its return to the pool: " + onOneLine(broken));
        }
    }

    /** Drivers add the server's details on lines of their own. */
    private static String onOneLine(SQLException failure) {
        return failure.toString().replaceAll("\\s*\\R\\s*", " ");
    }

    private static void closeAfter(Connection connection, Throwable failure) {
        try {
            connection.close();
        } catch (SQLException broken) {
            failure.addSuppressed(broken);
        }
    }

    private record Joined(OwnTransaction outer) implements Transactions.Transaction {

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

        /** More may follow in the outer transaction, which must then find the record. */
        @Override
        public boolean atCommit(Transactions.LastStatement statement) {
            return false;
        }
    }
}
