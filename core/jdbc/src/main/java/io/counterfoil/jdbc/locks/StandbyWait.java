package io.counterfoil.jdbc.locks;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.row.RecordRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Waits until the synchronous standbys of a PostgreSQL server have a row that was read. A write whose commit they have confirmed shows that they
 * have all that was committed before, which is remembered, so that not every replay waits. Thread-safe.
 */
public final class StandbyWait {

    /** {@link RecordRow#writer} has the server above these bits, where there are several. */
    public static final int SERVER_BITS = 32;

    /** In less time no database gets through half the numbers of its transactions, which begin again from the first. */
    private static final Duration NUMBERS_COMPARE = Duration.ofHours(1);

    private final Write write;
    private final Map<Long, Replicated> replicated = new ConcurrentHashMap<>();

    /**
     * Waits by these writes; no standby is known to have anything yet.
     *
     * @param write writes on the server of a row
     */
    public StandbyWait(Write write) {
        this.write = write;
    }

    /** A write that waits for standbys. */
    @FunctionalInterface
    public interface Write {

        /**
         * Writes on the server of a row, so that the commit of this transaction waits for the server's standbys.
         *
         * @param connection the connection on which the row was read
         * @param key the key of the request
         * @param row the row that was read
         * @return the server above {@link #SERVER_BITS}, and before which of its transactions all had ended; empty in a transaction, whose
         *     commit is still to come
         * @throws SQLException when the database fails
         * @throws StoreException when the wait was cancelled, or the row that was read is gone
         */
        OptionalLong write(Connection connection, IdempotencyKey key, RecordRow row) throws SQLException;
    }

    /**
     * Waits, unless it is known that the standbys have the row. A row without a {@linkplain RecordRow#writer writer} needs no wait.
     *
     * @param connection the connection on which the row was read
     * @param key the key of the request
     * @param row the row that was read
     * @throws SQLException when the database fails
     * @throws StoreException when the wait was cancelled, or the row that was read is gone
     */
    public void await(Connection connection, IdempotencyKey key, RecordRow row) throws SQLException {
        if (row.writer().isEmpty()) {
            return;
        }
        long writer = row.writer().getAsLong();
        Replicated known = replicated.get(writer >>> SERVER_BITS);
        if (known != null && known.has(writer)) {
            return;
        }
        OptionalLong ended = write.write(connection, key, row);
        if (ended.isPresent()) {
            // A server that was started anew is another one.
            replicated.values().removeIf(Replicated::isOld);
            replicated.put(ended.getAsLong() >>> SERVER_BITS, new Replicated(ended.getAsLong(), System.nanoTime()));
        }
    }

    /**
     * What a commit that the standbys have confirmed shows: they have all that was committed before it.
     *
     * @param before the transactions with numbers lower than its low 32 bits had ended by then
     */
    private record Replicated(long before, long nanoTime) {

        /** @param writer a number, of which the low 32 bits count */
        boolean has(long writer) {
            return !isOld() && (int) (writer - before) < 0;
        }

        boolean isOld() {
            return System.nanoTime() - nanoTime >= NUMBERS_COMPARE.toNanos();
        }
    }
}
