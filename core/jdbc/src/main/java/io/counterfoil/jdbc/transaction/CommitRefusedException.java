package io.counterfoil.jdbc.transaction;

import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The database did not commit what the work had written, and would not at the next attempt: a deferred constraint is violated, a statement of
 * the work had failed and its failure was ignored, or the work itself had ended the transaction. Nothing of the transaction is committed, save
 * what the work committed itself, and nothing is recorded.
 *
 * <p>This is a failure of the work, like an exception that it throws; a {@link io.counterfoil.idempotency.store.StoreException} is one of the
 * database.
 */
public final class CommitRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** SQLState of PostgreSQL: in a failed transaction. */
    static final String ABORTED = "25P02";

    private CommitRefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * {@return the exception for a failure of the commit, or of the last statement before it; empty where the database itself failed}
     *
     * @param failure what the commit, or the last statement before it, failed with
     */
    public static Optional<CommitRefusedException> of(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        if (state.equals(ABORTED)) {
            return Optional.of(new CommitRefusedException(
                    "the transaction was rolled back: a statement of the work had failed, and the work continued without rolling back to a"
                            + " savepoint before it",
                    failure));
        }
        // Integrity constraints; a condition that a trigger has raised; WITH CHECK OPTION.
        boolean violated = state.startsWith("23") || state.startsWith("P0") || state.startsWith("44");
        return violated
                ? Optional.of(new CommitRefusedException(
                        "the transaction was rolled back: its commit violates a constraint: "
                                + String.valueOf(failure.getMessage()).replaceAll("\\s*\\R\\s*", " "),
                        failure))
                : Optional.empty();
    }

    /** {@return the exception for work that has ended the transaction that it runs in, where the database does not fail by it} */
    public static CommitRefusedException endedByTheWork() {
        return endedByTheWork(null);
    }

    /**
     * {@return the exception for work that has committed or rolled back the transaction that it runs in}
     *
     * @param cause what the database failed with because of it; {@code null} where it did not
     */
    public static CommitRefusedException endedByTheWork(@Nullable Throwable cause) {
        return new CommitRefusedException(
                "the work ended the transaction that it runs in, by a commit, a rollback, or a statement that commits implicitly (DDL,"
                        + " TRUNCATE): nothing was recorded, and what the work committed stays",
                cause);
    }
}
