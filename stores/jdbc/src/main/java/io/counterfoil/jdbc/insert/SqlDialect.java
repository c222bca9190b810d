package io.counterfoil.jdbc.insert;

import io.counterfoil.ids.text.UuidBytes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What {@link InsertOrFind} must know of a database. Immutable and thread-safe. */
public enum SqlDialect {
    /** PostgreSQL; UUIDs and typed ids are {@code uuid}. Proved on PostgreSQL 18. */
    POSTGRESQL {
        /**
         * Any unique key may keep the row from being inserted. With the key alone as the conflict's target, two inserts of
         * one row that meet in the same instant would violate the other keys of the table. Which key it was, the query tells,
         * and {@link #insertAgain}. The first part inserts nothing: it is there so that the database checks that the key is
         * unique, as it does for every target of a conflict.
         */
        @Override
        String insert(String into, String table, String key, String returned) {
            return "WITH counterfoil_key AS (INSERT INTO %s (%s) SELECT %s FROM %s WHERE false ON CONFLICT (%s) DO NOTHING) %s"
                            .formatted(table, key, key, table, key, into)
                    + " ON CONFLICT DO NOTHING RETURNING " + returned;
        }

        @Override
        String insertAgain(String into, String key, String returned) {
            return into + " ON CONFLICT (" + key + ") DO NOTHING RETURNING " + returned;
        }

        @Override
        public boolean isLockTimeout(SQLException failure) {
            return state(failure).equals("55P03");
        }

        @Override
        boolean isConflict(SQLException failure) {
            return Set.of("40001", "40P01").contains(state(failure));
        }
    },

    /**
     * MySQL and MariaDB with InnoDB; UUIDs and typed ids are {@code binary(16)}. Proved on MariaDB 11.4. MySQL 8 is given the
     * same statements, and the same error number is read from it, but the tests do not run there.
     */
    MYSQL {
        private static final int DUPLICATE_ENTRY = 1062;
        private static final int LOCK_WAIT_TIMEOUT = 1205;
        private static final int DEADLOCK = 1213;
        private static final int RECORD_CHANGED = 1020;

        @Override
        boolean isDuplicateKey(SQLException failure) {
            return failure.getErrorCode() == DUPLICATE_ENTRY;
        }

        /** Under REPEATABLE READ, the default here, any other read would miss a row committed after the first one. */
        @Override
        String currentRead() {
            return " LOCK IN SHARE MODE";
        }

        @Override
        String delimited(String name) {
            return name.replace('"', '`');
        }

        @Override
        public boolean isLockTimeout(SQLException failure) {
            return failure.getErrorCode() == LOCK_WAIT_TIMEOUT;
        }

        @Override
        boolean isConflict(SQLException failure) {
            return failure.getErrorCode() == DEADLOCK || failure.getErrorCode() == RECORD_CHANGED;
        }

        @Override
        public Object toJdbc(UUID uuid) {
            return UuidBytes.of(uuid);
        }

        @Override
        @Nullable
        UUID read(ResultSet row, String column) throws SQLException {
            byte[] bytes = row.getBytes(column);
            return bytes == null ? null : UuidBytes.toUuid(bytes);
        }
    },

    /** H2 since version 2; UUIDs and typed ids are {@code uuid}. Proved on H2 2.4. */
    H2 {
        private static final int DUPLICATE_KEY = 23505;
        private static final int LOCK_TIMEOUT = 50200;
        private static final int DEADLOCK = 40001;
        private static final int CONCURRENT_UPDATE = 90131;

        @Override
        boolean isDuplicateKey(SQLException failure) {
            return failure.getErrorCode() == DUPLICATE_KEY;
        }

        @Override
        public boolean isLockTimeout(SQLException failure) {
            return failure.getErrorCode() == LOCK_TIMEOUT;
        }

        @Override
        boolean isConflict(SQLException failure) {
            return failure.getErrorCode() == DEADLOCK || failure.getErrorCode() == CONCURRENT_UPDATE;
        }
    };

    private static final String NULL_NOT_ALLOWED = "22004";

    /**
     * The dialect of the database that a connection leads to.
     *
     * @throws IllegalArgumentException when it is none of these; the message names them
     * @throws SQLException when the driver cannot tell
     */
    public static SqlDialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product) {
            case "PostgreSQL" -> POSTGRESQL;
            case "MySQL", "MariaDB" -> MYSQL;
            case "H2" -> H2;
            default ->
                throw new IllegalArgumentException(
                        "insert-or-find works on PostgreSQL, MySQL, MariaDB and H2; this connection leads to "
                                + product);
        };
    }

    /**
     * The dialect of the database that a data source leads to; opens a connection and closes it.
     *
     * @throws IllegalArgumentException when it is none of these; the message names them
     * @throws SQLException when there is no connection
     */
    public static SqlDialect of(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return of(connection);
        }
    }

    /**
     * The statement of the first attempt. It answers with the row, or with no row where there is a duplicate; or it answers
     * with nothing, and fails where there is a duplicate.
     *
     * @param into the insert without more
     * @param key the columns of the key
     * @param returned the columns of the row
     */
    String insert(String into, String table, String key, String returned) {
        return into;
    }

    /** The statement of further attempts, as {@link #insert}, after there was a duplicate, and no row with the key. */
    String insertAgain(String into, String key, String returned) {
        return into;
    }

    /** Whether an insert failed because of a unique key, whichever; the transaction goes on then. */
    boolean isDuplicateKey(SQLException failure) {
        return false;
    }

    /** What makes a query see what is committed now, whatever the transaction saw before; empty where nothing does. */
    String currentRead() {
        return "";
    }

    /** A name whose delimiters are the standard's double quotes, with the database's. */
    String delimited(String name) {
        return name;
    }

    /** Whether a statement gave up waiting for another transaction's lock, as {@code lock_timeout} and its like demand. */
    public abstract boolean isLockTimeout(SQLException failure);

    /**
     * Whether a statement or a commit failed only because of another transaction at the same time: a deadlock, a serialization failure, a
     * lock that was waited for too long. The whole transaction can be rolled back and run again. On H2, above READ COMMITTED, the
     * violation of a key by a row that this transaction does not see is not told by this.
     */
    public boolean canRunAgain(SQLException failure) {
        return isConflict(failure) || isLockTimeout(failure);
    }

    /** Whether it is a deadlock or a serialization failure. */
    abstract boolean isConflict(SQLException failure);

    /** What a driver is handed for a UUID: for {@link java.sql.PreparedStatement#setObject(int, Object)}. */
    public Object toJdbc(UUID uuid) {
        return uuid;
    }

    /**
     * The UUID in a column of the current row, as {@link #toJdbc} put it there.
     *
     * @param column its label
     * @throws SQLDataException when it is {@code NULL}; the message names the column
     * @throws SQLException the driver's
     */
    public UUID getUuid(ResultSet row, String column) throws SQLException {
        UUID uuid = read(row, column);
        if (uuid == null) {
            throw new SQLDataException("column %s is NULL, a UUID expected".formatted(column), NULL_NOT_ALLOWED);
        }
        return uuid;
    }

    @Nullable
    UUID read(ResultSet row, String column) throws SQLException {
        return row.getObject(column, UUID.class);
    }

    /** The standard's five characters; empty where the driver knows none. */
    private static String state(SQLException failure) {
        return Objects.requireNonNullElse(failure.getSQLState(), "");
    }
}
