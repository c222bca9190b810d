package io.counterfoil.benchmarks.engine;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/**
 * The database operations of transactional mode, written by hand: lock and look-up in one round trip, the business
 * operation, record and commit in one. Compared with {@code floor2}, it shows the cost of this protocol; compared with
 * Counterfoil, the cost of its Java code.
 */
final class ByHand implements Contestant.OfAnyWork {

    static final String NAME = "by hand";

    private static final String CLAIM = """
            SELECT pg_try_advisory_xact_lock(?), date_part('epoch', clock_timestamp());
            SELECT fingerprint, received_at, format, payload FROM record
            WHERE request_id = ? AND client = ? AND operation = ?""";

    private static final String COMPLETE = """
            INSERT INTO record (request_id, client, operation, fingerprint, received_at, expires_at, format, payload)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?); COMMIT""";

    private static final long DAY_MICROS = 86_400_000_000L;

    private final DataSource pool;

    ByHand(DataSource pool) {
        this.pool = pool;
    }

    static String table(String name) {
        return """
                CREATE TABLE %s (
                    request_id text COLLATE "C" NOT NULL,
                    client text COLLATE "C" NOT NULL,
                    operation text COLLATE "C" NOT NULL,
                    fingerprint bytea NOT NULL,
                    received_at bigint NOT NULL,
                    expires_at bigint NOT NULL,
                    format smallint,
                    payload bytea,
                    PRIMARY KEY (request_id, client, operation))""".formatted(name);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Kind kind() {
        return Kind.FLOOR;
    }

    @Override
    public String remark() {
        return "lock and look-up, the business, record and `COMMIT`";
    }

    /** Its duplicates do not wait for one another, but fail. */
    @Override
    public Set<Measured> measured() {
        return EnumSet.of(Measured.FIRST);
    }

    @Override
    public DataSource pool() {
        return pool;
    }

    @Override
    public List<String> tables() {
        return List.of(table("record"), "CREATE INDEX ON record (expires_at)");
    }

    @Override
    public byte[] execute(String key, Contestant.Work work) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            Look look = look(connection, key);
            if (look.answer().isPresent()) {
                connection.rollback();
                return look.answer().get();
            }
            byte[] answer = work.run(connection);
            try (PreparedStatement statement = connection.prepareStatement(COMPLETE)) {
                key(statement, 1, key);
                statement.setBytes(4, Booking.fingerprint());
                statement.setLong(5, look.now());
                statement.setLong(6, look.now() + DAY_MICROS);
                statement.setShort(7, (short) 1);
                statement.setBytes(8, answer);
                statement.execute();
            }
            // Sends nothing: the driver knows that the transaction has ended.
            connection.commit();
            return answer;
        }
    }

    private record Look(long now, Optional<byte[]> answer) {}

    private Look look(Connection connection, String key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
            statement.setLong(1, lock(key));
            key(statement, 2, key);
            statement.execute();
            long now;
            try (ResultSet lock = statement.getResultSet()) {
                lock.next();
                if (!lock.getBoolean(1)) {
                    throw new SQLException(key + " is in progress");
                }
                now = Math.round(lock.getDouble(2) * 1e6);
            }
            statement.getMoreResults();
            try (ResultSet found = statement.getResultSet()) {
                return new Look(now, found.next() ? Optional.of(found.getBytes(4)) : Optional.empty());
            }
        }
    }

    private static void key(PreparedStatement statement, int first, String key) throws SQLException {
        statement.setString(first, key);
        statement.setString(first + 1, Booking.CLIENT);
        statement.setString(first + 2, Booking.OPERATION);
    }

    private static long lock(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(hash).getLong();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
