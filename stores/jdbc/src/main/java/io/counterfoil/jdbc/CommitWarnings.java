package io.counterfoil.jdbc;

import io.counterfoil.idempotency.store.StoreException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/**
 * What PostgreSQL says of a commit that it answers with success: where the wait for a synchronous standby was cancelled or its server was
 * shut down, the transaction is committed on this server, and may be on no standby (PostgreSQL, {@code syncrep.c}). A cancelled wait is
 * recognised by its text, so on servers whose {@code lc_messages} is English.
 */
final class CommitWarnings {

    /** The session was ended during the wait (admin_shutdown). */
    private static final String SHUTDOWN = "57P01";

    /** Of the warning of a cancelled wait, which has the SQL state of any warning. */
    private static final String CANCELLED = "wait for synchronous replication";

    private CommitWarnings() {}

    /**
     * Checks the warnings of a commit.
     *
     * @param first the first one that came with it, with the others in its chain
     * @throws StoreException when it is unknown whether a fail-over would keep the transaction
     */
    static void check(@Nullable SQLWarning first) {
        for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
            if (SHUTDOWN.equals(warning.getSQLState())
                    || String.valueOf(warning.getMessage()).contains(CANCELLED)) {
                throw new StoreException(
                        "committing: it is unknown whether the transaction outlives this server, whose wait for a standby was cancelled",
                        warning);
            }
        }
    }
}
