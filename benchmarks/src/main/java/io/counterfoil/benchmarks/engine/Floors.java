package io.counterfoil.benchmarks.engine;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** The minimum of necessary operations, written by hand on JDBC, with which everything else is compared. */
public final class Floors {

    static final String NONE = "none";
    static final String TWO_STATEMENTS = "floor2";
    static final String ONE_ROUND_TRIP = "floor1rt";
    static final String SELECT = "floor-select";

    private static final long DAY_MICROS = 86_400_000_000L;

    private static final List<String> TABLES = List.of(ByHand.table("record"), "CREATE INDEX ON record (expires_at)");

    private static final String INSERT = """
            INSERT INTO record (request_id, client, operation, fingerprint, received_at, expires_at, format, payload)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""";

    private static final String BOTH = """
            WITH claimed AS (%s RETURNING 1)
            INSERT INTO booking (id, room, guest, nights) SELECT ?, ?, ?, ? FROM claimed""".formatted(INSERT);

    private static final String FIND = """
            SELECT fingerprint, received_at, format, payload FROM record
            WHERE request_id = ? AND client = ? AND operation = ?""";

    private Floors() {}

    /** Only the business operation: a duplicate runs again. */
    public static Contestant none(DataSource pool) {
        return new Floor(NONE, "only the business operation, without duplicate detection", pool, List.of(), key -> {
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                byte[] answer = Booking.book(connection, key);
                connection.commit();
                return answer;
            }
        });
    }

    /**
     * The record, the business operation, the commit: three round trips. A duplicate waits for the first request in the
     * database.
     */
    static Contestant.OfAnyWork twoStatements(DataSource pool) {
        return new TwoStatements(pool);
    }

    /**
     * The record and the business operation in one statement with its own transaction: one round trip, which is
     * impossible for a library.
     */
    static Contestant oneRoundTrip(DataSource pool) {
        return new Floor(
                ONE_ROUND_TRIP, "record and business operation in one hand-written statement", pool, TABLES, key -> {
                    try (Connection connection = pool.getConnection()) {
                        try (PreparedStatement statement = connection.prepareStatement(BOTH)) {
                            Booking.bind(statement, bind(statement, key), key);
                            if (statement.executeUpdate() == 1) {
                                return Booking.answer();
                            }
                        }
                        return select(connection, key);
                    }
                });
    }

    /** Only a replay: one SELECT by the key, in the pool and the table of {@link #twoStatements}. */
    static Contestant select(DataSource pool) {
        return new Floor(SELECT, "one `SELECT` by the key", pool, List.of(), key -> {
            try (Connection connection = pool.getConnection()) {
                return select(connection, key);
            }
        });
    }

    private record TwoStatements(DataSource pool) implements Contestant.OfAnyWork {

        @Override
        public String name() {
            return TWO_STATEMENTS;
        }

        @Override
        public Kind kind() {
            return Kind.FLOOR;
        }

        @Override
        public String remark() {
            return "`INSERT … ON CONFLICT DO NOTHING`, the business operation, `COMMIT`";
        }

        @Override
        public List<String> tables() {
            return TABLES;
        }

        @Override
        public byte[] execute(String key, Contestant.Work work) throws SQLException {
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                if (insert(connection, key)) {
                    byte[] answer = work.run(connection);
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
        byte[] execute(String key) throws SQLException;
    }

    /** A floor that runs one request. */
    record Floor(String name, String remark, DataSource pool, List<String> tables, Request request)
            implements Contestant {

        @Override
        public Kind kind() {
            return Kind.FLOOR;
        }

        @Override
        public byte[] execute(String key) throws SQLException {
            return request.execute(key);
        }
    }

    private static boolean insert(Connection connection, String key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            bind(statement, key);
            return statement.executeUpdate() == 1;
        }
    }

    /** Sets the parameters, and returns the index of the next one. */
    private static int bind(PreparedStatement statement, String key) throws SQLException {
        long now = System.currentTimeMillis() * 1000;
        statement.setString(1, key);
        statement.setString(2, Booking.CLIENT);
        statement.setString(3, Booking.OPERATION);
        statement.setBytes(4, Booking.fingerprint());
        statement.setLong(5, now);
        statement.setLong(6, now + DAY_MICROS);
        statement.setShort(7, (short) 1);
        statement.setBytes(8, Booking.answer());
        return 9;
    }

    private static byte[] select(Connection connection, String key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FIND)) {
            statement.setString(1, key);
            statement.setString(2, Booking.CLIENT);
            statement.setString(3, Booking.OPERATION);
            try (ResultSet found = statement.executeQuery()) {
                if (!found.next()) {
                    throw new SQLException("no record of " + key);
                }
                return found.getBytes(4);
            }
        }
    }
}
