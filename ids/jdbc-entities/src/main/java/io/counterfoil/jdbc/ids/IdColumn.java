package io.counterfoil.jdbc.ids;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.TypedLongId;
import io.counterfoil.ids.text.InvalidIdException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;

/**
 * The form in which a column keeps typed ids, and how they are set and read in it.
 *
 * <pre>{@code
 * IdColumn.UUID.set(statement, 1, accountId);
 * AccountId id = IdColumn.UUID.get(row, "id", AccountId.TYPE);
 * }</pre>
 *
 * <p>{@link #UUID} is for ids over a UUID, {@link #BIGINT} for ids over a {@code long}, the others for all. They keep the ids' order,
 * except for the cases below. What is read is checked: a column that holds something
 * else, or {@code NULL} where {@link #get} expects an id, is an {@link SQLDataException} that names the column, and never an
 * id. Only {@link #TEXT} can tell an id of another kind: the other forms keep the value without the prefix.
 *
 * <p>Immutable and thread-safe.
 */
public enum IdColumn {
    /**
     * The database's own type: {@code uuid} of PostgreSQL, H2, and MariaDB since 10.7. MariaDB orders UUIDs of version 7, and
     * others that start with a time, by their bytes, but those of version 4 not.
     */
    UUID(Types.OTHER) {
        @Override
        public Object toJdbc(AnyTypedId<?> id) {
            return id instanceof TypedId<?> uuid ? uuid.value() : refused(id);
        }

        @Override
        <T extends AnyTypedId<T>> Optional<T> read(ResultSet row, String column, IdType<T> type) throws SQLException {
            Object value = row.getObject(column);
            if (value == null) {
                return Optional.empty();
            }
            if (value instanceof java.util.UUID uuid) {
                return Optional.of(type.ofValue(uuid));
            }
            throw new SQLDataException(
                    "column %s: a uuid expected, found a %s"
                            .formatted(column, value.getClass().getSimpleName()),
                    WRONG_TYPE);
        }
    },

    /**
     * The bytes, 16 of a UUID, 12 of an ObjectId, 8 of a number, most significant first: {@code binary(16)} of MySQL, MariaDB and
     * H2, {@code bytea} of PostgreSQL.
     */
    BINARY(Types.BINARY) {
        @Override
        public Object toJdbc(AnyTypedId<?> id) {
            return IdType.bytesOf(id);
        }

        @Override
        <T extends AnyTypedId<T>> Optional<T> read(ResultSet row, String column, IdType<T> type) throws SQLException {
            return Optional.ofNullable(row.getBytes(column)).map(type::ofBytes);
        }
    },

    /** A number: {@code bigint}. The database orders it signed, so that a number of 2^63 or more, which no Snowflake is, comes first. */
    BIGINT(Types.BIGINT) {
        @Override
        public Object toJdbc(AnyTypedId<?> id) {
            return id instanceof TypedLongId<?> number ? (Object) number.value() : refused(id);
        }

        @Override
        <T extends AnyTypedId<T>> Optional<T> read(ResultSet row, String column, IdType<T> type) throws SQLException {
            long number = row.getLong(column);
            return row.wasNull() ? Optional.empty() : Optional.of(type.ofValue(number));
        }
    },

    /**
     * The canonical text with its prefix: {@code varchar}, or {@code char} of exactly its length. Texts in base 58 and 62
     * may differ by case alone, so the column must be compared by its bytes: {@code CHARACTER SET ascii COLLATE ascii_bin} on MySQL
     * and MariaDB, whose usual collations take {@code a} and {@code A} for one. What the type declares as an alternative is read as
     * well; it is not found by a comparison with the canonical text before the column is rewritten.
     */
    TEXT(Types.VARCHAR) {
        @Override
        public Object toJdbc(AnyTypedId<?> id) {
            return id.text();
        }

        @Override
        <T extends AnyTypedId<T>> Optional<T> read(ResultSet row, String column, IdType<T> type) throws SQLException {
            return Optional.ofNullable(row.getString(column)).map(type::parse);
        }
    };

    private static final String WRONG_TYPE = "22000";
    private static final String NULL_NOT_ALLOWED = "22004";
    private static final String INVALID_TEXT = "22018";

    private final int sqlType;

    IdColumn(int sqlType) {
        this.sqlType = sqlType;
    }

    /**
     * {@return what a driver is handed for an id: a {@link java.util.UUID}, a {@link Long}, a new array of bytes, or a string} For {@link
     * PreparedStatement#setObject(int, Object)}, and for libraries that call it.
     *
     * @param id the id
     * @throws IllegalArgumentException when the column is of another value than the id
     */
    public abstract Object toJdbc(AnyTypedId<?> id);

    Object refused(AnyTypedId<?> id) {
        throw new IllegalArgumentException("a column of form %s cannot store a %s, whose value is a %s"
                .formatted(
                        this,
                        id.getClass().getName(),
                        IdType.valueOf(id).getClass().getSimpleName()));
    }

    /** The id, or an InvalidIdException that does not name the column yet. */
    abstract <T extends AnyTypedId<T>> Optional<T> read(ResultSet row, String column, IdType<T> type)
            throws SQLException;

    /**
     * Sets a parameter.
     *
     * @param statement the statement with the parameter
     * @param index the parameter, from 1
     * @param id the id
     * @throws SQLException the driver's
     */
    public void set(PreparedStatement statement, int index, AnyTypedId<?> id) throws SQLException {
        statement.setObject(index, toJdbc(id));
    }

    /**
     * Sets a parameter, to {@code NULL} where there is no id.
     *
     * @param statement the statement with the parameter
     * @param index the parameter, from 1
     * @param id the id; empty for {@code NULL}
     * @throws SQLException the driver's
     */
    public void set(PreparedStatement statement, int index, Optional<? extends AnyTypedId<?>> id) throws SQLException {
        if (id.isPresent()) {
            set(statement, index, id.get());
        } else {
            statement.setNull(index, sqlType);
        }
    }

    /**
     * {@return the id in a column of the current row}
     *
     * @param <T> the class of the ids
     * @param row the result set, at its current row
     * @param column its label
     * @param type the ids' type
     * @throws SQLDataException when it is {@code NULL}, or no id of this type; the message names the column
     * @throws SQLException the driver's
     */
    public <T extends AnyTypedId<T>> T get(ResultSet row, String column, IdType<T> type) throws SQLException {
        return find(row, column, type)
                .orElseThrow(() -> new SQLDataException(
                        "column %s is NULL, an id with prefix \"%s\" expected".formatted(column, type.prefix()),
                        NULL_NOT_ALLOWED));
    }

    /**
     * {@return the id in a column of the current row; empty for {@code NULL}}
     *
     * @param <T> the class of the ids
     * @param row the result set, at its current row
     * @param column its label
     * @param type the ids' type
     * @throws SQLDataException when it is no id of this type; the message names the column
     * @throws SQLException the driver's
     */
    public <T extends AnyTypedId<T>> Optional<T> find(ResultSet row, String column, IdType<T> type)
            throws SQLException {
        try {
            return read(row, column, type);
        } catch (InvalidIdException invalid) {
            throw new SQLDataException("column %s: %s".formatted(column, invalid.getMessage()), INVALID_TEXT, invalid);
        }
    }
}
