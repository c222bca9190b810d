package io.counterfoil.jdbc.locks;

import io.counterfoil.jdbc.dialect.KeyHash;
import io.counterfoil.jdbc.dialect.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Databases without locks by number: a lock is the row lock of one of {@value #SLOTS} slots, rows of {@code counterfoil_slot}, tried with {@code
 * SKIP LOCKED}, and released when the transaction ends.
 *
 * <p>A claim that holds a slot writes into it for which key and which contents. Until the commit only a dirty read sees that, which is what {@link
 * #isOther} is. What it reads, unless an earlier transaction has left it there, only distinguishes two reasons of rejection.
 */
public final class SlotLocks implements ClaimedContents, NumberedLocks.TryLock {

    /** How many rows the table {@code counterfoil_slot} has, numbered from 0; a power of two. */
    public static final int SLOTS = 16_384;

    private static final String SHOW = "UPDATE counterfoil_slot SET key_hash = ?, contents_hash = ? WHERE slot = ?";

    private static final String READ = "SELECT key_hash, contents_hash FROM counterfoil_slot WHERE slot = ?";

    /** So few that the database finds each by the primary key. */
    private static final int SLOTS_PER_STATEMENT = 100;

    private final String lock;
    private final String lockAll;

    private SlotLocks(SqlDialect sql) {
        this.lock = "SELECT " + sql.now() + " FROM counterfoil_slot WHERE slot = ? FOR UPDATE SKIP LOCKED";
        this.lockAll = "SELECT " + sql.now() + ", slot FROM counterfoil_slot WHERE slot IN (%s) FOR UPDATE SKIP LOCKED";
    }

    /**
     * Locks by slots, where a transaction can read what another one has not committed ({@code READ UNCOMMITTED}).
     *
     * @param sql the dialect that these locks belong to
     * @return the locks, for one store
     */
    public static NumberedLocks on(SqlDialect sql) {
        SlotLocks slots = new SlotLocks(sql);
        return new NumberedLocks(sql, slots).withContents(slots);
    }

    /**
     * Locks by slots, where no transaction can read what another one has not committed: nothing is written into a slot, and other contents
     * are in progress like the same.
     *
     * @param sql the dialect that these locks belong to
     * @return the locks, for one store
     */
    public static NumberedLocks withoutDirtyReads(SqlDialect sql) {
        return new NumberedLocks(sql, new SlotLocks(sql));
    }

    @Override
    public OptionalLong tryLock(Connection connection, long number) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(lock)) {
            statement.setInt(1, slot(number));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    /** Several numbers may have one slot, which is locked once. */
    @Override
    public Map<Long, Long> tryLocks(Connection connection, Collection<Long> numbers) throws SQLException {
        List<Integer> slots = numbers.stream().map(SlotLocks::slot).distinct().toList();
        Map<Integer, Long> locked = new HashMap<>();
        for (int from = 0; from < slots.size(); from += SLOTS_PER_STATEMENT) {
            lock(connection, slots.subList(from, Math.min(slots.size(), from + SLOTS_PER_STATEMENT)), locked);
        }
        Map<Long, Long> acquired = new HashMap<>();
        for (long number : numbers) {
            Long time = locked.get(slot(number));
            if (time != null) {
                acquired.put(number, time);
            }
        }
        return acquired;
    }

    private void lock(Connection connection, List<Integer> slots, Map<Integer, Long> locked) throws SQLException {
        String parameters = String.join(", ", Collections.nCopies(slots.size(), "?"));
        try (PreparedStatement statement = connection.prepareStatement(lockAll.formatted(parameters))) {
            for (int i = 0; i < slots.size(); i++) {
                statement.setInt(i + 1, slots.get(i));
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    locked.put(row.getInt(2), row.getLong(1));
                }
            }
        }
    }

    private static int slot(long number) {
        return (int) (number & (SLOTS - 1));
    }

    @Override
    public void show(Connection connection, KeyHash claimed) throws SQLException {
        try (PreparedStatement show = connection.prepareStatement(SHOW)) {
            show.setLong(1, claimed.key());
            show.setLong(2, claimed.contents());
            show.setInt(3, slot(claimed.key()));
            show.executeUpdate();
        }
    }

    @Override
    public boolean isOther(Connection connection, KeyHash request) throws SQLException {
        // Left there by a transaction that is over: the one that holds the slot now has not written yet.
        Optional<KeyHash> left = read(connection, request);
        int isolation = connection.getTransactionIsolation();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
        try {
            Optional<KeyHash> shown = read(connection, request);
            return !shown.equals(left)
                    && shown.filter(other -> other.key() == request.key() && other.contents() != request.contents())
                            .isPresent();
        } finally {
            connection.setTransactionIsolation(isolation);
        }
    }

    /** What the key's slot has, read in a transaction of its own. */
    private static Optional<KeyHash> read(Connection connection, KeyHash hash) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(READ)) {
            query.setInt(1, slot(hash.key()));
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(new KeyHash(row.getLong(1), row.getLong(2))) : Optional.empty();
            }
        } finally {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        }
    }
}
