package io.counterfoil.jdbc.entity;

import io.counterfoil.jdbc.transaction.VerifiedCommit;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;

/**
 * Work on a connection that is done wholly or not at all.
 *
 * <p>Within a transaction of the caller it is put behind a savepoint: when the work throws, what it did is undone, and the transaction is
 * as it was before, unless the database has ended it (a deadlock) or it cannot go on (a serialization failure). Where the connection
 * commits by itself there is no such transaction: then the work is one of its own, which fails where the server has aborted it because of a
 * statement whose failure the work caught.
 */
final class AllOrNothing {

    private AllOrNothing() {}

    @FunctionalInterface
    interface Work<T, X extends Exception> {
        T run() throws SQLException, X;
    }

    static <T, X extends Exception> T run(Connection connection, Work<T, X> work) throws SQLException, X {
        return connection.getAutoCommit() ? alone(connection, work) : within(connection, work);
    }

    private static <T, X extends Exception> T within(Connection connection, Work<T, X> work) throws SQLException, X {
        Savepoint before = connection.setSavepoint();
        try {
            T result = work.run();
            connection.releaseSavepoint(before);
            return result;
        } catch (Throwable failure) {
            afterwards(failure, () -> {
                connection.rollback(before);
                connection.releaseSavepoint(before);
            });
            throw failure;
        }
    }

    /** Where not even the roll-back works, the connection is left as it is: to switch it back would commit on some drivers. */
    private static <T, X extends Exception> T alone(Connection connection, Work<T, X> work) throws SQLException, X {
        connection.setAutoCommit(false);
        T result;
        try {
            result = work.run();
            VerifiedCommit.commit(connection);
        } catch (Throwable failure) {
            afterwards(failure, () -> {
                connection.rollback();
                connection.setAutoCommit(true);
            });
            throw failure;
        }
        connection.setAutoCommit(true);
        return result;
    }

    private static void afterwards(Throwable failure, Undoing undoing) {
        try {
            undoing.undo();
        } catch (SQLException second) {
            failure.addSuppressed(second);
        }
    }

    @FunctionalInterface
    private interface Undoing {
        void undo() throws SQLException;
    }
}
