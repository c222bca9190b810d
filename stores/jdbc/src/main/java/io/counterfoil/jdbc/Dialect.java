package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.dialect.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What differs between databases: answers questions, and owns no flow. Thread-safe. */
interface Dialect {

    /**
     * The dialect of the database that a connection leads to.
     *
     * @throws IllegalStateException when the database is not supported; the message names those that are
     */
    static Dialect of(Connection connection) throws SQLException {
        return switch (SqlDialect.of(connection)) {
            case POSTGRESQL -> new PostgreSqlDialect();
            case MYSQL -> new MySqlDialect();
            case H2 -> new H2Dialect();
        };
    }

    /**
     * Tries the lock of a key, without waiting for it, and then looks at what is kept under the key. To be called in a
     * transaction, which holds the lock until its end. Where the lock is {@link Look.Lock#ACQUIRED} and no record stands in
     * the way, others are told what contents the key is claimed for.
     *
     * @param limit how long the transaction may hold the lock, where the dialect begins a limit in the statement that locks
     */
    Look look(Connection connection, KeyedRequest request, Optional<Duration> limit) throws SQLException;

    /**
     * Whether {@link Look.Lock#TAKEN} may still turn out to be other contents, by {@link #isOtherContents}, once the
     * transaction that looked has been rolled back.
     */
    boolean tellsContentsLater();

    /**
     * Whether the one who has the key's lock has claimed the same key for other contents; false where that cannot be told. To
     * be called on a connection that has no transaction open, and leaves none.
     */
    boolean isOtherContents(Connection connection, KeyedRequest request) throws SQLException;

    /** Tries the lock of this number, without waiting for it; held until the transaction ends, or for so long. */
    boolean hold(Connection connection, long number, Optional<Duration> limit) throws SQLException;

    /**
     * Begins a limit after a lock was acquired, where that takes a statement of its own.
     *
     * @param joined whether the transaction goes on after the unit
     * @return whether {@link #endLimit} must end it
     */
    boolean beginLimit(Connection connection, Duration limit, boolean joined) throws SQLException;

    /** Ends a limit that would outlive its transaction. */
    void endLimit(Connection connection) throws SQLException;

    /** The expression of the store's time, in microseconds since 1970, for use in statements. */
    String time();

    /** The store's time, in microseconds since 1970. */
    long now(Connection connection) throws SQLException;

    /** What is kept under a key, in one statement. */
    Optional<Row> find(Connection connection, IdempotencyKey key) throws SQLException;

    /**
     * Makes a transaction that has not begun yet lock nothing but the rows it removes: to be called before {@link #purge}, where
     * the transaction is the purge's own.
     */
    default void beginPurge(Connection connection) throws SQLException {
        // What most databases do without being told.
    }

    /**
     * Removes at most so many rows whose time is over, the oldest first, and passes over those that another transaction has
     * locked. To be called in a transaction of its own.
     *
     * @return how many were removed
     */
    int purge(Connection connection, int limit) throws SQLException;

    /** Whether the commit can ride along with the last insert, separated by a semicolon. */
    boolean commitsWithInsert();

    /** Sets request ID, client and operation as three parameters in that order. */
    default void setKey(PreparedStatement statement, int first, IdempotencyKey key) throws SQLException {
        setText(statement, first, key.requestId().value());
        setText(statement, first + 1, key.client().value());
        setText(statement, first + 2, key.operation().value());
    }

    /** Sets a part of a key: as text, where the columns compare text byte by byte. */
    default void setText(PreparedStatement statement, int index, String text) throws SQLException {
        statement.setString(index, text);
    }

    /** A part of a key. */
    default String text(ResultSet row, int column) throws SQLException {
        return row.getString(column);
    }

    /** Whether an insert failed because there is a row with its key. */
    boolean isDuplicateKey(SQLException failure);

    /** Whether a transaction lost a conflict with another one, and may win when it is run again as a whole. */
    boolean isConflict(SQLException failure);

    /** The type of a column of text that is compared byte by byte. */
    SchemaTable.Type text(int bytes);

    /** The type of a column of so many bytes. */
    SchemaTable.Type bytes(int length);

    /** The type of the column of results. */
    SchemaTable.Type payload();

    /** Whether keys are locked by the rows of a table, {@code counterfoil_slot}. */
    boolean hasSlots();

    /** A name as the database keeps one that was not quoted. */
    default String stored(String name) {
        return name;
    }

    /** Where the table is that a statement without a schema means; {@code null} where a database has no schemas. */
    default @Nullable String schema(Connection connection, String table) throws SQLException {
        return connection.getSchema();
    }

    /** The collations of columns by which text is compared, where the database tells it of one column and not of another. */
    default Map<String, String> collations(Connection connection, String table) throws SQLException {
        return Map.of();
    }

    /** Whether a table consists of others, which have the indexes. */
    default boolean isPartitioned(Connection connection, String table) throws SQLException {
        return false;
    }

    /** What else keeps the tables from being used, for a person to act on. */
    default List<String> obstacles(Connection connection) throws SQLException {
        return List.of();
    }
}
