package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Databases without transaction-level advisory locks: a lock is the row lock of one of {@link #SLOTS} slots, tried with {@code
 * SKIP LOCKED}, and let go of when the transaction ends.
 *
 * <p>A claim that holds a slot writes into it for which key and which contents. Until the commit no transaction sees that
 * but a dirty read, which is what {@link #isOtherContents} is: what it reads is only ever used to tell two answers of refusal
 * apart. Two keys that share a slot are taken for in flight at the same time, which costs the one a pause.
 */
abstract class SlotDialect implements Dialect {

    /** How many slots there are, numbered from 0; a power of two. */
    static final int SLOTS = 16384;

    private static final String TELL = "UPDATE counterfoil_slot SET key_hash = ?, contents_hash = ? WHERE slot = ?";

    private static final String ASK = "SELECT key_hash, contents_hash FROM counterfoil_slot WHERE slot = ?";

    private final String lock;
    private final String time;
    private final String now;
    private final String find;

    /** @param now the expression of the store's time, in microseconds since 1970 */
    SlotDialect(String now) {
        this.lock = "SELECT " + now + " FROM counterfoil_slot WHERE slot = ? FOR UPDATE SKIP LOCKED";
        this.time = now;
        this.now = "SELECT " + now;
        this.find = "SELECT " + Row.COLUMNS + " FROM counterfoil_record" + Queries.OF_KEY;
    }

    @Override
    public final Look look(Connection connection, KeyedRequest request, Optional<Duration> limit) throws SQLException {
        KeyHash hash = KeyHash.of(request);
        OptionalLong locked = lock(connection, hash.key());
        // Read after the lock was tried, so the previous holder's commit is visible.
        Optional<Row> row = find(connection, request.key());
        if (locked.isEmpty()) {
            return new Look(Look.Lock.TAKEN, now(connection), row);
        }
        long time = locked.getAsLong();
        if (row.filter(found -> found.state(time) == Row.State.CARRIED_OUT).isEmpty()) {
            tell(connection, hash);
        }
        return new Look(Look.Lock.ACQUIRED, time, row);
    }

    /** The store's time, if the slot is this transaction's now. */
    private OptionalLong lock(Connection connection, long number) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(lock)) {
            statement.setInt(1, slot(number));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    private static void tell(Connection connection, KeyHash hash) throws SQLException {
        try (PreparedStatement tell = connection.prepareStatement(TELL)) {
            tell.setLong(1, hash.key());
            tell.setLong(2, hash.contents());
            tell.setInt(3, slot(hash.key()));
            tell.executeUpdate();
        }
    }

    @Override
    public final boolean tellsContentsLater() {
        return true;
    }

    @Override
    public final boolean isOtherContents(Connection connection, KeyedRequest request) throws SQLException {
        int isolation = connection.getTransactionIsolation();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
        try {
            return asked(connection, request);
        } finally {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            connection.setTransactionIsolation(isolation);
        }
    }

    private static boolean asked(Connection connection, KeyedRequest request) throws SQLException {
        KeyHash hash = KeyHash.of(request);
        try (PreparedStatement ask = connection.prepareStatement(ASK)) {
            ask.setInt(1, slot(hash.key()));
            try (ResultSet row = ask.executeQuery()) {
                return row.next() && row.getLong(1) == hash.key() && row.getLong(2) != hash.contents();
            }
        }
    }

    @Override
    public final boolean hold(Connection connection, long number, Optional<Duration> limit) throws SQLException {
        if (lock(connection, number).isEmpty()) {
            return false;
        }
        // Overwrites what the slot's last user has left there.
        tell(connection, new KeyHash(number, 0));
        return true;
    }

    private static int slot(long number) {
        return (int) (number & (SLOTS - 1));
    }

    @Override
    public final String time() {
        return time;
    }

    @Override
    public final long now(Connection connection) throws SQLException {
        return Queries.number(connection, now);
    }

    @Override
    public final Optional<Row> find(Connection connection, IdempotencyKey key) throws SQLException {
        return Queries.row(connection, find, this, key);
    }

    /** The keys that a query finds, in the form in which they are kept. */
    static List<Object[]> keys(PreparedStatement query) throws SQLException {
        List<Object[]> keys = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                keys.add(new Object[] {row.getObject(1), row.getObject(2), row.getObject(3)});
            }
        }
        return keys;
    }

    /** Removes the rows of these keys, which the transaction has locked. */
    static int delete(Connection connection, List<Object[]> keys) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM counterfoil_record" + Queries.OF_KEY)) {
            for (Object[] key : keys) {
                for (int part = 0; part < key.length; part++) {
                    delete.setObject(part + 1, key[part]);
                }
                delete.addBatch();
            }
            if (!keys.isEmpty()) {
                delete.executeBatch();
            }
        }
        return keys.size();
    }

    @Override
    public final boolean commitsWithInsert() {
        return false;
    }

    @Override
    public final boolean hasSlots() {
        return true;
    }
}
