package io.counterfoil.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;

/** Commits JDBC transactions, and reports those that the server has rolled back instead. Thread-safe. */
public final class VerifiedCommit {

    private VerifiedCommit() {}

    /**
     * Commits. PostgreSQL answers the COMMIT of a transaction in which a statement has failed with a ROLLBACK, which its driver reports as
     * success. So the driver is asked for the state of the transaction first, which it knows from the server's last response: that is
     * no round trip. Such a transaction is rolled back and reported. With drivers other than PostgreSQL's own (pgjdbc), and behind a
     * wrapper that does not {@linkplain java.sql.Wrapper unwrap} to its connection, it is the driver's commit without more.
     *
     * @param connection with auto-commit off; a pool's and other wrappers too
     * @throws SQLException with SQLState 25P02 when the server had aborted the transaction: nothing is committed, and it is ended; or what
     *     the driver threw
     */
    public static void commit(Connection connection) throws SQLException {
        if (PostgreSqlDriver.of(connection)
                .filter(PostgreSqlDriver.OwnConnection::hasFailed)
                .isPresent()) {
            throw rolledBack(connection);
        }
        connection.commit();
    }

    private static SQLException rolledBack(Connection connection) {
        SQLException failure = new SQLException(
                "the transaction is rolled back: one of its statements failed, which aborts it on PostgreSQL, and it went on to the"
                        + " commit: set a savepoint before a statement whose failure is caught",
                CommitRefusedException.ABORTED);
        try {
            connection.rollback();
        } catch (SQLException broken) {
            failure.addSuppressed(broken);
        }
        return failure;
    }
}
