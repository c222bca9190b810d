package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.engine.Contestant.Measured;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/** The minimum of necessary operations, written by hand on JDBC, with which everything else is compared. */
public final class Floors {

    static final String NONE = "none";
    static final String TWO_STATEMENTS = "floor2";
    static final String CLAIM_FIRST = "floor3";
    static final String ONE_ROUND_TRIP = "floor1rt";
    static final String SELECT = "floor-select";

    private static final long DAY_MICROS = 86_400_000_000L;

    private static final List<String> TABLES = List.of(ByHand.table("record"), "CREATE INDEX ON record (expires_at)");

    private static final String INSERT = """
            INSERT INTO record (request_id, client, operation, fingerprint, received_at, expires_at, format, payload)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""";

    private static final String CLAIM = """
            INSERT INTO record (request_id, client, operation, fingerprint, received_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""";

    private static final String COMPLETE = """
            UPDATE record SET format = ?, payload = ? WHERE request_id = ? AND client = ? AND operation = ?""";

    private static final String BOTH = """
            WITH claimed AS (%s RETURNING 1)
            INSERT INTO booking (id, room, guest, nights) SELECT ?, ?, ?, ? FROM claimed""".formatted(INSERT);

    private static final String FIND = """
            SELECT fingerprint, received_at, format, payload FROM record
            WHERE request_id = ? AND client = ? AND operation = ?""";

    private Floors() {}

    /** Only the business operation: a duplicate runs again. */
    public static Contestant none(DataSource pool) {
        String remark = "only the business operation, without duplicate detection";
        return new Floor(NONE, remark, pool, EnumSet.of(Measured.FIRST), List.of(), key -> {
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                byte[] answer = Booking.book(connection, key);
                connection.commit();
                return answer;
            }
        });
    }

    /**
     * The record with a result that is known beforehand, the business operation, the commit: three round trips. A
     * duplicate waits for the first request in the database.
     */
    static Contestant.OfAnyWork twoStatements(DataSource pool) {
        return new InsertFirst(
                TWO_STATEMENTS,
                "`INSERT … ON CONFLICT DO NOTHING` of a result known beforehand, the business operation, `COMMIT`",
                pool,
                (connection, key) -> insert(connection, INSERT, key, true),
                (connection, key, answer) -> {});
    }

    /**
     * What a service can write by hand: a claim without a result, the business operation, the result, the commit: four
     * round trips. A duplicate waits for the first request in the database.
     */
    static Contestant.OfAnyWork claimFirst(DataSource pool) {
        return new InsertFirst(
                CLAIM_FIRST,
                "by hand: `INSERT … ON CONFLICT DO NOTHING` of a claim, the business operation, `UPDATE` with the result, `COMMIT`",
                pool,
                (connection, key) -> insert(connection, CLAIM, key, false),
                Floors::complete);
    }

    /**
     * The record and the business operation in one statement with its own transaction: one round trip, which is
     * impossible for a library.
     */
    static Contestant oneRoundTrip(DataSource pool) {
        String remark = "record and business operation in one hand-written statement";
        return new Floor(ONE_ROUND_TRIP, remark, pool, EnumSet.allOf(Measured.class), TABLES, key -> {
            try (Connection connection = pool.getConnection()) {
                try (PreparedStatement statement = connection.prepareStatement(BOTH)) {
                    int next = bindResult(statement, bindClaim(statement, key), Booking.answer());
                    Booking.bind(statement, next, key);
                    if (statement.executeUpdate() == 1) {
                        return Booking.answer();
                    }
                }
                return select(connection, key);
            }
        });
    }

    /** A replay is one SELECT by the key; a key without a record is executed. */
    static Contestant select(DataSource pool) {
        Contestant floor = twoStatements(pool);
        return new Floor(SELECT, "one `SELECT` by the key", pool, EnumSet.of(Measured.REPLAY), TABLES, key -> {
            Optional<byte[]> found;
            try (Connection connection = pool.getConnection()) {
                found = find(connection, key);
            }
            return found.isPresent() ? found.get() : floor.execute(key);
        });
    }

    /** Inserts a record, unless there is one; returns whether it did. */
    @FunctionalInterface
    private interface Claim {
        boolean insert(Connection connection, String key) throws SQLException;
    }

    /** Stores the result. */
    @FunctionalInterface
    private interface Complete {
        void with(Connection connection, String key, byte[] answer) throws SQLException;
    }

    private record InsertFirst(String name, String remark, DataSource pool, Claim claim, Complete complete)
            implements Contestant.OfAnyWork {

        @Override
        public Kind kind() {
            return Kind.FLOOR;
        }

        @Override
        public List<String> tables() {
            return TABLES;
        }

        @Override
        public byte[] execute(String key, Contestant.Work work) throws SQLException {
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                if (claim.insert(connection, key)) {
                    byte[] answer = work.run(connection);
                    complete.with(connection, key, answer);
                    connection.commit();
                    return answer;
                }
                byte[] answer = select(connection, key);
                connection.rollback();
                return answer;
            }
        }
    }

    /** A hand-written request. */
    @FunctionalInterface
    interface Request {
        byte[] execute(String key) throws Exception;
    }

    /** A floor that runs one request. */
    record Floor(
            String name, String remark, DataSource pool, Set<Measured> measured, List<String> tables, Request request)
            implements Contestant {

        @Override
        public Kind kind() {
            return Kind.FLOOR;
        }

        @Override
        public byte[] execute(String key) throws Exception {
            return request.execute(key);
        }
    }

    private static boolean insert(Connection connection, String sql, String key, boolean result) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int next = bindClaim(statement, key);
            if (result) {
                bindResult(statement, next, Booking.answer());
            }
            return statement.executeUpdate() == 1;
        }
    }

    private static void complete(Connection connection, String key, byte[] answer) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(COMPLETE)) {
            bindKey(statement, bindResult(statement, 1, answer), key);
            statement.executeUpdate();
        }
    }

    /** Sets the parameters of a record without its result, and returns the index of the next one. */
    private static int bindClaim(PreparedStatement statement, String key) throws SQLException {
        long now = System.currentTimeMillis() * 1000;
        int next = bindKey(statement, 1, key);
        statement.setBytes(next, Booking.fingerprint());
        statement.setLong(next + 1, now);
        statement.setLong(next + 2, now + DAY_MICROS);
        return next + 3;
    }

    private static int bindKey(PreparedStatement statement, int first, String key) throws SQLException {
        statement.setString(first, key);
        statement.setString(first + 1, Booking.CLIENT);
        statement.setString(first + 2, Booking.OPERATION);
        return first + 3;
    }

    private static int bindResult(PreparedStatement statement, int first, byte[] answer) throws SQLException {
        statement.setShort(first, (short) 1);
        statement.setBytes(first + 1, answer);
        return first + 2;
    }

    private static byte[] select(Connection connection, String key) throws SQLException {
        return find(connection, key).orElseThrow(() -> new SQLException("no record of " + key));
    }

    private static Optional<byte[]> find(Connection connection, String key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FIND)) {
            bindKey(statement, 1, key);
            try (ResultSet found = statement.executeQuery()) {
                return found.next() ? Optional.of(found.getBytes(4)) : Optional.empty();
            }
        }
    }
}
