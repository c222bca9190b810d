package io.counterfoil.jdbc.claim;

import io.counterfoil.idempotency.store.LostUnitException;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.record.Database;
import io.counterfoil.jdbc.transaction.CommitRefusedException;
import io.counterfoil.jdbc.transaction.EndpointWork;
import io.counterfoil.jdbc.transaction.Transaction;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * The parts of a unit of work: each begins at a savepoint, and is undone to it where it fails, or where the commit would be refused because of it.
 * The first begins at the savepoint of the claims, where they have set it; the next one where the one before was undone to; and otherwise at one that
 * replaces the last.
 *
 * <p>A part that leaves the transaction without its savepoint, as after a deadlock on MariaDB or where the work has ended the transaction, loses the
 * whole unit. Used by one thread.
 */
final class UnitParts {

    private static final String NAME = "counterfoil_part";
    private static final String SET = "SAVEPOINT " + NAME;
    private static final String RELEASE = "RELEASE SAVEPOINT " + NAME + "; ";

    private final Transaction transaction;
    private final Database database;

    /** The savepoint of the part that runs, or that ran last; empty before the first one. */
    private String savepoint = "";

    /** Whether the next part begins where that savepoint is. */
    private boolean isThere;

    UnitParts(Transaction transaction, Database database) {
        this.transaction = transaction;
        this.database = database;
    }

    /** The claims have set their savepoint behind them: the first part begins there. */
    void claimed() {
        savepoint = KeyLocks.SAVEPOINT;
        isThere = true;
    }

    <T, X extends Exception> T run(EndpointWork<T, X> work) throws X {
        boolean undoable = begin();
        try {
            T result = work.run();
            end();
            return result;
        } catch (LostUnitException lost) {
            throw lost;
        } catch (Throwable failure) {
            if (!undoable) {
                throw new LostUnitException("a part of a transaction failed that has no savepoints", failure);
            }
            undo(failure);
            throw failure;
        }
    }

    private boolean begin() {
        try {
            if (!transaction.beginPart()) {
                return false;
            }
            if (!isThere) {
                boolean release = savepoint.equals(NAME) && database.locks().keepsShadowedSavepoints();
                execute(release ? RELEASE + SET : SET);
                savepoint = NAME;
            }
            isThere = false;
            return true;
        } catch (SQLException failure) {
            throw new LostUnitException("the savepoint of a part of the transaction could not be set", failure);
        }
    }

    private void end() {
        try {
            transaction.endPart();
        } catch (SQLException failure) {
            Optional<CommitRefusedException> refused = CommitRefusedException.of(failure);
            throw refused.isPresent()
                    ? refused.get()
                    : new LostUnitException("the end of a part of the transaction could not be checked", failure);
        }
        if (transaction.isRollbackOnly()) {
            throw new LostUnitException(
                    "a part of the transaction marked the whole of it for roll-back",
                    new IllegalStateException("marked for roll-back"));
        }
    }

    private void undo(Throwable cause) {
        try {
            transaction.undoPart();
            execute("ROLLBACK TO SAVEPOINT " + savepoint);
            isThere = true;
        } catch (SQLException failure) {
            failure.addSuppressed(cause);
            throw new LostUnitException("a part of the transaction could not be undone alone", failure);
        }
        if (transaction.isRollbackOnly()) {
            throw new LostUnitException("a part of the transaction marked the whole of it for roll-back", cause);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = transaction.connectionOfClaims().createStatement()) {
            statement.execute(sql);
        }
    }
}
