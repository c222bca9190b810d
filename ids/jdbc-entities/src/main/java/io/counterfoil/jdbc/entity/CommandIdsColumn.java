package io.counterfoil.jdbc.entity;

import io.counterfoil.entities.CommandIds;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Types;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The form in which an entity's row keeps the commands that it remembers, and how they are set and read in it.
 *
 * <pre>{@code
 * ALTER TABLE orders ADD COLUMN commands varchar(781) NOT NULL DEFAULT '[]';
 *
 * CommandIdsColumn.TEXT.set(update, 2, order.commands());
 * CommandIds commands = CommandIdsColumn.TEXT.get(row, "commands");
 * }</pre>
 *
 * <p>What is read is checked: a column that holds something else, or {@code NULL}, is an {@link SQLDataException} that names the column,
 * and never an empty list. Give the column {@code NOT NULL} and a default, {@code '[]'} or {@code '{}'}, where the table has rows already.
 *
 * <p>Immutable and thread-safe.
 */
public enum CommandIdsColumn {
    /**
     * The text: {@code varchar} of {@code 39 * limit + 1} characters or more, {@code text}, {@code clob}; also {@code json} of MySQL and
     * MariaDB. For a list that is {@linkplain CommandIds#UNBOUNDED unbounded}, a type without a length; {@code longtext} of MySQL and
     * MariaDB, whose {@code text} ends at 65,535 bytes.
     */
    TEXT {
        @Override
        public void set(PreparedStatement statement, int index, CommandIds ids) throws SQLException {
            statement.setString(index, ids.asText());
        }

        @Override
        @Nullable
        CommandIds read(ResultSet row, String column, int limit) throws SQLException {
            return ofText(row, column, limit);
        }
    },

    /** {@code jsonb} or {@code json} of PostgreSQL, which takes no text for it. */
    JSON {
        @Override
        public void set(PreparedStatement statement, int index, CommandIds ids) throws SQLException {
            statement.setObject(index, ids.asText(), Types.OTHER);
        }

        @Override
        @Nullable
        CommandIds read(ResultSet row, String column, int limit) throws SQLException {
            return ofText(row, column, limit);
        }
    },

    /** {@code uuid[]} of PostgreSQL, {@code uuid array} of H2. */
    UUID_ARRAY {
        @Override
        public void set(PreparedStatement statement, int index, CommandIds ids) throws SQLException {
            Array array = statement.getConnection().createArrayOf("uuid", ids.toArray());
            try {
                statement.setArray(index, array);
            } finally {
                array.free();
            }
        }

        @Override
        @Nullable
        CommandIds read(ResultSet row, String column, int limit) throws SQLException {
            Array array = row.getArray(column);
            if (array == null) {
                return null;
            }
            try {
                return CommandIds.ofStored(uuids((Object[]) array.getArray()), limit);
            } finally {
                array.free();
            }
        }
    };

    private static final String NULL_NOT_ALLOWED = "22004";
    private static final String INVALID = "22018";

    /**
     * Sets a parameter.
     *
     * @param statement the statement with the parameter
     * @param index the parameter, from 1
     * @param ids the list
     * @throws SQLException the driver's, also where the database has no such type
     */
    public abstract void set(PreparedStatement statement, int index, CommandIds ids) throws SQLException;

    /** The list; null for NULL; an IllegalArgumentException that does not name the column yet. */
    abstract @Nullable CommandIds read(ResultSet row, String column, int limit) throws SQLException;

    /**
     * {@return the list in a column of the current row, with the limit of {@value CommandIds#DEFAULT_LIMIT}}
     *
     * @param row the result set, at its current row
     * @param column its label
     * @throws SQLException as {@link #get(ResultSet, String, int)}
     */
    public CommandIds get(ResultSet row, String column) throws SQLException {
        return get(row, column, CommandIds.DEFAULT_LIMIT);
    }

    /**
     * {@return the list in a column of the current row}
     *
     * @param row the result set, at its current row
     * @param column its label
     * @param limit how many will be remembered; of more that were stored, while the limit was higher, the oldest drop out
     * @throws SQLDataException when it is {@code NULL}, or was not stored by this; the message names the column
     * @throws IllegalArgumentException when the limit is not 1 to {@value CommandIds#MAX_LIMIT} nor {@link CommandIds#UNBOUNDED}
     * @throws SQLException the driver's
     */
    public CommandIds get(ResultSet row, String column, int limit) throws SQLException {
        CommandIds.none(limit); // a wrong limit is no fault of the column
        CommandIds ids;
        try {
            ids = read(row, column, limit);
        } catch (IllegalArgumentException invalid) {
            throw new SQLDataException("column %s: %s".formatted(column, invalid.getMessage()), INVALID, invalid);
        }
        if (ids == null) {
            throw new SQLDataException(
                    "column %s is NULL, a list of command IDs expected: an entity without commands has an empty list"
                            .formatted(column),
                    NULL_NOT_ALLOWED);
        }
        return ids;
    }

    private static @Nullable CommandIds ofText(ResultSet row, String column, int limit) throws SQLException {
        String text = row.getString(column);
        return text == null ? null : CommandIds.ofStored(text, limit);
    }

    private static UUID[] uuids(Object[] elements) {
        UUID[] uuids = new UUID[elements.length];
        for (int i = 0; i < elements.length; i++) {
            if (elements[i] != null && !(elements[i] instanceof UUID)) {
                throw new IllegalArgumentException("an array of uuid expected, found one of "
                        + elements[i].getClass().getSimpleName());
            }
            uuids[i] = (UUID) elements[i];
        }
        return uuids;
    }
}
