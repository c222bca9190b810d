package io.counterfoil.benchmarks.engine;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Random;
import javax.sql.DataSource;

/**
 * The business operation: inserts a row and returns a result of 200 bytes. Each contestant has its own table in its own
 * schema.
 */
public final class Booking {

    private static final byte[] BYTES = bytes();

    /** The operation of all requests. */
    static final String CLIENT = "client";

    static final String OPERATION = "POST /bookings";

    /** Creates the table. */
    public static final String TABLE = """
            CREATE TABLE booking (
                id text COLLATE "C" PRIMARY KEY, room bigint NOT NULL, guest text NOT NULL, nights int NOT NULL)""";

    private static final String INSERT = "INSERT INTO booking (id, room, guest, nights) VALUES (?, ?, ?, ?)";

    private Booking() {}

    /** A copy of the result, which is the same for all requests. */
    static byte[] answer() {
        return BYTES.clone();
    }

    /** A copy of the request's SHA-256, which is the same for all requests. */
    static byte[] fingerprint() {
        return Arrays.copyOf(BYTES, 32);
    }

    /** Inserts the row on this connection, in its current transaction. */
    public static byte[] book(Connection connection, String key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            bind(statement, 1, key);
            statement.executeUpdate();
        }
        return answer();
    }

    /** Sets the four parameters of a row. */
    static void bind(PreparedStatement statement, int first, String key) throws SQLException {
        statement.setString(first, key);
        statement.setLong(first + 1, 17);
        statement.setString(first + 2, "A guest");
        statement.setInt(first + 3, 3);
    }

    /** The number of rows, counted in the index, so that it is not taken for a sequential scan of the contestant's. */
    public static long count(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET enable_seqscan = off");
            try (ResultSet answer = statement.executeQuery("SELECT count(*) FROM booking")) {
                answer.next();
                return answer.getLong(1);
            } finally {
                statement.execute("RESET enable_seqscan");
            }
        }
    }

    private static byte[] bytes() {
        byte[] bytes = new byte[200];
        new Random(1).nextBytes(bytes);
        return bytes;
    }
}
