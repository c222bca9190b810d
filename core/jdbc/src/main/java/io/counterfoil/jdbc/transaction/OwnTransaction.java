package io.counterfoil.jdbc.transaction;

import io.counterfoil.idempotency.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A transaction on a connection of its own, from its begin to its end. Used by one thread. */
final class OwnTransaction implements Transaction, DataSourceTransactions.Outer, ScopeListener.Unit {

    private static final System.Logger LOG = System.getLogger(OwnTransaction.class.getName());

    private final Connection connection;
    private final boolean autoCommit;
    private Transaction.@Nullable LastStatement last;
    private @Nullable JoinedConnection lender;
    private boolean rollbackOnly;
    private boolean idle;
    private final @Nullable Scopes scopes;
    private final UnitMemory memory;
    private final PartCheck partCheck;
    private final int usualIsolation;

    /** Whether the claim sets the savepoint of the first scope. */
    private boolean saved;

    /** The level that was set on the connection. */
    private int isolated = Connection.TRANSACTION_NONE;

    private Transaction.@Nullable Restart restart;
    private final Deferral deferral;
    private final EndActions endActions = new EndActions();
    private boolean inParts;

    private OwnTransaction(
            Connection connection,
            boolean autoCommit,
            @Nullable JoiningDataSource joining,
            UnitMemory memory,
            PartCheck partCheck)
            throws SQLException {
        this.connection = connection;
        this.autoCommit = autoCommit;
        this.memory = memory;
        this.deferral = new Deferral(memory);
        this.partCheck = partCheck;
        this.usualIsolation = joining == null ? Connection.TRANSACTION_NONE : joining.isolation(connection);
        this.scopes = joining == null ? null : scopes(joining);
    }

    private Scopes scopes(JoiningDataSource joining) throws SQLException {
        UnitMemory.Beginning beginning = memory.remembered();
        int level = beginning.isolation() == Connection.TRANSACTION_NONE ? usualIsolation : beginning.isolation();
        saved = beginning.saved();
        isolate(level);
        return new Scopes(this, connection, joining.support(connection), usualIsolation, level);
    }

    /** @param joining the data source whose connections are to take part in the transaction; null where none do */
    static OwnTransaction begin(
            DataSource dataSource, @Nullable JoiningDataSource joining, UnitMemory memory, PartCheck partCheck) {
        try {
            JoinedConnection lender = joining == null ? null : joining.opened();
            Connection lent = lender == null ? null : lender.lend();
            Connection connection = lent == null ? dataSource.getConnection() : lent;
            try {
                boolean autoCommit = connection.getAutoCommit();
                OwnTransaction own = new OwnTransaction(connection, autoCommit, joining, memory, partCheck);
                own.lender = lent == null ? null : lender;
                if (autoCommit) {
                    connection.setAutoCommit(false);
                }
                return own;
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
        try {
            sendClaim();
        } catch (SQLException failure) {
            throw new StoreException("claiming a key", failure);
        }
        markExecuted();
        return connection;
    }

    @Override
    public Connection connectionOfClaims() {
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
    public boolean atCommit(Transaction.LastStatement statement) {
        if (last != null) {
            return false;
        }
        last = statement;
        return true;
    }

    @Override
    public <T, X extends Exception> T join(Transactions.Work<T, X> work) throws X {
        markExecuted();
        try {
            return work.run(new Joined(this));
        } catch (Throwable failure) {
            setRollbackOnly();
            throw failure;
        }
    }

    @Override
    public boolean isSaved() {
        return saved;
    }

    @Override
    public void claimed(boolean savepoint, Transaction.Restart again) {
        restart = again;
        if (scopes != null && savepoint) {
            scopes.claimed();
        }
    }

    @Override
    public boolean defersClaims() {
        return scopes != null && !saved && deferral.isPossible();
    }

    @Override
    public void defer(DeferredClaim claim) {
        deferral.defer(claim);
    }

    @Override
    public void sendClaim() throws SQLException {
        deferral.send();
    }

    @Override
    public void refuseUnclaimed() throws SQLException {
        deferral.refuseUnclaimed();
    }

    /** Whether its claim was sent, and whether it is lost. */
    Deferral deferral() {
        return deferral;
    }

    @Override
    public boolean beginPart() {
        markExecuted();
        inParts = true;
        endActions.beginPart();
        return true;
    }

    @Override
    public void endPart() throws SQLException {
        workIsOver();
        partCheck.check(connection);
    }

    @Override
    public void undoPart() throws SQLException {
        List<ScopeListener.AfterEnd> undone = endActions.undoPart();
        if (scopes != null) {
            scopes.close();
        }
        EndActions.run(undone, false);
        deferral.refuseLost();
    }

    /** Whether what it has done so far belongs to several parts, so that it cannot be begun again for the sake of one. */
    boolean isInParts() {
        return inParts;
    }

    @Override
    public void workIsOver() throws SQLException {
        if (scopes != null) {
            scopes.close();
        }
        deferral.refuseLost();
    }

    /** Something may be executed beside the scopes: it cannot be begun again. */
    private void markExecuted() {
        if (scopes != null) {
            scopes.markExecuted();
        }
    }

    /** The transactions of the application inside this one. */
    Scopes scopes() {
        if (scopes == null) {
            throw new IllegalStateException("no connection takes part in this transaction");
        }
        return scopes;
    }

    /** Whether its connection is in auto-commit mode where nothing is said. */
    boolean commitsByDefault() {
        return autoCommit;
    }

    @Override
    public void afterEnd(ScopeListener.AfterEnd action) {
        endActions.add(action);
    }

    private void isolate(int level) throws SQLException {
        if (level != (isolated == Connection.TRANSACTION_NONE ? usualIsolation : isolated)) {
            connection.setTransactionIsolation(level);
            isolated = level;
        }
    }

    /**
     * Begins anew under this isolation level, where nothing has been executed or all that was is to be undone, and claims again.
     *
     * @param savepoint whether the claim is to set the savepoint of the first scope from now on
     */
    void restart(int level, boolean savepoint) throws SQLException {
        deferral.forget();
        connection.rollback();
        isolate(level);
        saved |= savepoint;
        memory.remember(new UnitMemory.Beginning(level, saved));
        Transaction.Restart claiming = restart;
        if (claiming != null) {
            try {
                claiming.claimAgain();
            } catch (SQLException failure) {
                deferral.lose(failure);
                throw failure;
            }
        }
    }

    /** Commits, or rolls back where it is marked so. */
    void end() {
        try {
            workIsOver();
            if (!rollbackOnly && last != null) {
                last.run(connection);
            }
            if (rollbackOnly) {
                connection.rollback();
            } else {
                connection.clearWarnings();
                VerifiedCommit.commit(connection);
            }
            idle = true;
            Transactions.checkCommit(rollbackOnly ? null : connection.getWarnings());
        } catch (SQLException failure) {
            throw CommitRefusedException.of(failure)
                    .<RuntimeException>map(refused -> refused)
                    .orElseGet(() -> new StoreException(rollbackOnly ? "rolling back" : "committing", failure));
        }
    }

    /** Runs what was put off to the end; it changes nothing that has happened. */
    void runAfterEnd(boolean committed) {
        endActions.run(committed);
    }

    /** Rolls back because of a failure. */
    void undo(Throwable failure) {
        try {
            if (scopes != null) {
                scopes.reset();
            }
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
        try {
            try {
                reset();
            } finally {
                if (lender == null) {
                    connection.close();
                } else {
                    lender.takeBack(connection);
                }
            }
        } catch (SQLException broken) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a connection could not be reset before its return to the pool: " + onOneLine(broken));
        }
    }

    private void reset() throws SQLException {
        // Where a transaction may still be open, switching auto-commit on would commit it.
        if (idle && isolated != Connection.TRANSACTION_NONE) {
            connection.setTransactionIsolation(usualIsolation);
        }
        if (idle && autoCommit) {
            connection.setAutoCommit(true);
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

    private record Joined(OwnTransaction outer) implements Transaction {

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

        @Override
        public boolean beginPart() {
            return outer.beginPart();
        }

        @Override
        public void endPart() throws SQLException {
            outer.endPart();
        }

        @Override
        public void undoPart() throws SQLException {
            outer.undoPart();
        }

        /** More may follow in the outer transaction, which must then find the record. */
        @Override
        public boolean atCommit(Transaction.LastStatement statement) {
            return false;
        }
    }
}
