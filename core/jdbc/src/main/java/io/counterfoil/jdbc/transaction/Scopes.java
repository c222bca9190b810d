package io.counterfoil.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of the application inside a unit of work: each is a scope on a savepoint of the unit's transaction, which ends as if it had
 * been committed or rolled back by itself. One is open at a time. Used by one thread.
 *
 * <p>The first scope has no savepoint: where it is rolled back, so is the transaction, and the claim is repeated. From then on the units of its endpoint
 * have a savepoint, which the statement that claims sets in its own round trip. A scope that is rolled back leaves it, so
 * that the next one begins there; one that ends well leaves it, too, and the next scope sets its own. Statements outside of a scope commit by
 * themselves as far as their failures go: one that fails is undone alone ({@link ScopeSupport#autosave}).
 */
final class Scopes {

    private final OwnTransaction unit;
    private final Connection connection;
    private final ScopeSupport support;

    private @Nullable JoinedConnection owner;
    /** Where the scope that is open began; empty for the begin of the transaction. */
    private String savepoint = "";

    private boolean firstIsSet;
    private boolean readOnly;
    private int count;

    /** Whether each statement is undone alone where it fails. */
    private boolean autosaving;

    /** Whether anything has been executed since the claim, save what was undone. */
    private boolean executed;

    /** Whether deferred constraints are checked at once now, and whether they were when the scope began. */
    private boolean checked;

    private boolean checkedBefore;

    /** The snapshot is older than a scope that was rolled back: the next attempt is to see what has been committed since. */
    private boolean stale;

    private int isolation;
    private final int usualIsolation;

    /**
     * @param usualIsolation the level of the connection where none is asked for
     * @param isolation the level that the unit has begun with
     */
    Scopes(OwnTransaction unit, Connection connection, ScopeSupport support, int usualIsolation, int isolation) {
        this.unit = unit;
        this.connection = connection;
        this.support = support;
        this.usualIsolation = usualIsolation;
        this.isolation = isolation;
    }

    /** The claim has set the savepoint of the first scope. */
    void claimed() {
        firstIsSet = !executed;
    }

    void markExecuted() {
        executed = true;
    }

    boolean isOpen() {
        return owner != null;
    }

    boolean isOwner(JoinedConnection joined) {
        return owner == joined;
    }

    /** The isolation level of a connection: the unit's in its transaction, and otherwise that of its next one. */
    int isolation(JoinedConnection joined) {
        return isOwner(joined) ? isolation : usualIsolation;
    }

    /** Whether it is the level of a connection where none is asked for. */
    boolean isUsual(int level) {
        return level == usualIsolation;
    }

    /**
     * Begins the transaction of a connection.
     *
     * @param wanted its isolation level; {@link Connection#TRANSACTION_NONE} for the unit's
     */
    void begin(JoinedConnection joined, int wanted, boolean readOnlyWanted) throws SQLException {
        unit.deferral().refuseLost();
        refresh();
        int level = wanted == Connection.TRANSACTION_NONE ? usualIsolation : wanted;
        if (level != isolation && !executed) {
            restart(level, false);
        } else if (wanted != Connection.TRANSACTION_NONE && wanted != isolation) {
            loseParts();
            throw new SQLException(
                    "a transaction with the isolation level " + IsolationLevel.name(wanted)
                            + " cannot begin here: the keyed unit of work runs under "
                            + IsolationLevel.name(isolation)
                            + ", and has executed statements already. Begin the transaction with this level first, give both"
                            + " the same level, or exempt the work from deduplication",
                    "25001");
        }
        autosave(false);
        StringBuilder sql = new StringBuilder();
        readOnly = readOnlyWanted && support.hasReadOnlyScopes();
        if (executed || readOnly) {
            savepoint = "counterfoil_scope_" + ++count;
            sql.append("SAVEPOINT ").append(savepoint);
        } else {
            savepoint = firstIsSet ? Transactions.CLAIM_SAVEPOINT : "";
        }
        if (readOnly) {
            sql.append("; SET TRANSACTION READ ONLY");
        }
        checkedBefore = checked;
        if (checked && !support.deferred().isEmpty()) {
            sql.append(sql.isEmpty() ? "" : "; ")
                    .append("SET CONSTRAINTS ")
                    .append(support.deferred())
                    .append(" DEFERRED");
            checked = false;
        }
        if (!sql.isEmpty()) {
            execute(sql.toString());
        }
        owner = joined;
        executed = true;
    }

    /** A statement outside of a scope is about to run: it commits by itself, as far as its failure goes. */
    void statementOutside() throws SQLException {
        unit.deferral().refuseLost();
        if (owner == null) {
            refresh();
            if (isolation != outsideIsolation()) {
                loseParts();
                if (!executed) {
                    restart(outsideIsolation(), false);
                }
            }
            autosave(true);
            if (!checked && support.hasDeferrable(connection)) {
                execute("SET CONSTRAINTS ALL IMMEDIATE");
                checked = true;
            }
            executed = true;
        }
    }

    /** A transaction that begins with another level would have to begin alone: so the unit is run again, each of its parts alone. */
    private void loseParts() throws SQLException {
        if (unit.isInParts()) {
            unit.deferral().lose(new SQLException("a part of the unit of work needs another isolation level", "40001"));
            unit.deferral().refuseLost();
        }
    }

    /** A statement that is a transaction of its own reads what is committed, whatever an earlier one has read. */
    private int outsideIsolation() {
        return IsolationLevel.keepsSnapshot(usualIsolation) ? Connection.TRANSACTION_READ_COMMITTED : usualIsolation;
    }

    /**
     * Runs the first statement of the work, which begins with the claim. Where it fails outside of a scope it is undone alone, with the claim, which is
     * then repeated.
     *
     * @throws SQLException what the statement threw; a conflict where the key was not free, so that the unit has lost its transaction
     */
    void first(DeferredClaim claim, FirstExecution statement) throws SQLException {
        boolean outside = owner == null;
        // Nothing was executed before it, so that it needs no savepoint.
        autosave(false);
        try {
            statement.run();
        } catch (SQLException failure) {
            if (claim.isNotFree(failure)) {
                unit.deferral().loseClaim(new SQLException("the key of the unit was not free", failure.getSQLState()));
                unit.deferral().refuseLost();
            }
            if (outside) {
                undoFirst(failure);
            }
            throw failure;
        } finally {
            if (!unit.deferral().isLost()) {
                autosave(outside);
            }
        }
    }

    private void undoFirst(SQLException failure) throws SQLException {
        try {
            restart(isolation, false);
        } catch (SQLException broken) {
            if (unit.deferral().isLost()) {
                throw broken;
            }
            failure.addSuppressed(broken);
        }
    }

    /** Executes a statement that begins with a claim. */
    @FunctionalInterface
    interface FirstExecution {
        void run() throws SQLException;
    }

    /** Ends the scope as a commit would: what a commit finds out is found out here. */
    void commit() throws SQLException {
        try {
            if (support.hasFailed(connection)) {
                throw new SQLException(
                        "the transaction was rolled back: one of its statements had failed",
                        CommitRefusedException.ABORTED);
            }
            if (support.hasDeferrable(connection)) {
                execute("SET CONSTRAINTS ALL IMMEDIATE");
                checked = true;
            }
            if (readOnly) {
                execute("RELEASE SAVEPOINT " + savepoint);
            }
        } catch (SQLException refused) {
            try {
                rollback();
            } catch (SQLException broken) {
                refused.addSuppressed(broken);
            }
            throw refused;
        }
        owner = null;
    }

    /** Undoes the scope. */
    void rollback() throws SQLException {
        owner = null;
        if (savepoint.isEmpty()) {
            executed = false;
            try {
                restart(isolation, true);
            } catch (SQLException failure) {
                // The scope is undone. What lost the claim is thrown by whatever the work does next, and at its end.
                if (!unit.deferral().isLost()) {
                    throw failure;
                }
            }
            return;
        }
        try {
            execute(
                    readOnly
                            ? "ROLLBACK TO SAVEPOINT " + savepoint + "; RELEASE SAVEPOINT " + savepoint
                            : "ROLLBACK TO SAVEPOINT " + savepoint);
        } catch (SQLException gone) {
            // Where the database has rolled back the whole transaction, as after a deadlock, the savepoint is gone.
            if (support.isUnknownSavepoint(gone)) {
                unit.deferral().lose(gone);
                return;
            }
            throw gone;
        }
        checked = checkedBefore;
        if (savepoint.equals(Transactions.CLAIM_SAVEPOINT)) {
            executed = false;
            stale = IsolationLevel.keepsSnapshot(isolation);
        }
    }

    private void refresh() throws SQLException {
        if (stale) {
            restart(isolation, false);
        }
    }

    private void restart(int level, boolean saved) throws SQLException {
        firstIsSet = false;
        checked = false;
        stale = false;
        autosave(false);
        unit.restart(level, saved);
        isolation = level;
    }

    /** The unit is about to end: a transaction that is still open is rolled back, as when its connection is closed. */
    void close() throws SQLException {
        if (owner != null) {
            rollback();
        }
        autosave(false);
    }

    /** Leaves the connection as it was taken; its transaction is rolled back as a whole. */
    void reset() {
        owner = null;
        autosave(false);
    }

    private void autosave(boolean on) {
        if (on != autosaving) {
            support.autosave(connection, on);
            autosaving = on;
        }
    }

    private void execute(String sql) throws SQLException {
        unit.sendClaim();
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
