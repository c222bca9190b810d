package io.counterfoil.jdbc.transaction;

import io.counterfoil.idempotency.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;

/**
 * A transaction that the caller begins and ends. Nothing here can make that one roll back, so each unit in it is undone to
 * its own savepoint instead. Used by one thread.
 */
record CallersTransaction(Connection connection, PartCheck partCheck) implements DataSourceTransactions.Outer {

    static CallersTransaction on(Connection connection, PartCheck partCheck) {
        try {
            if (connection.getAutoCommit()) {
                throw new IllegalStateException(
                        "auto-commit is on, so there is no transaction to join: switch it off first");
            }
            return new CallersTransaction(connection, partCheck);
        } catch (SQLException failure) {
            throw new StoreException("joining a transaction", failure);
        }
    }

    @Override
    public <T, X extends Exception> T join(Transactions.Work<T, X> work) throws X {
        Unit unit = new Unit(connection, savepoint(), partCheck);
        T result;
        try {
            result = work.run(unit);
        } catch (Throwable failure) {
            undo(unit, failure);
            throw failure;
        }
        end(unit);
        return result;
    }

    private Savepoint savepoint() {
        try {
            return connection.setSavepoint();
        } catch (SQLException failure) {
            throw new StoreException("setting a savepoint", failure);
        }
    }

    private void end(Unit unit) {
        try {
            if (unit.isRollbackOnly()) {
                connection.rollback(unit.savepoint);
            } else {
                connection.releaseSavepoint(unit.savepoint);
            }
        } catch (SQLException failure) {
            throw new StoreException("ending a unit inside the caller's transaction", failure);
        }
    }

    private void undo(Unit unit, Throwable failure) {
        try {
            connection.rollback(unit.savepoint);
        } catch (SQLException broken) {
            failure.addSuppressed(broken);
        }
    }

    private static final class Unit implements Transaction {

        private final Connection connection;
        private final Savepoint savepoint;
        private final PartCheck partCheck;
        private boolean rollbackOnly;

        Unit(Connection connection, Savepoint savepoint, PartCheck partCheck) {
            this.connection = connection;
            this.savepoint = savepoint;
            this.partCheck = partCheck;
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
            return true;
        }

        @Override
        public boolean beginPart() {
            return true;
        }

        @Override
        public void endPart() throws SQLException {
            partCheck.check(connection);
        }

        /** The commit is the caller's. */
        @Override
        public boolean atCommit(Transaction.LastStatement statement) {
            return false;
        }
    }
}
