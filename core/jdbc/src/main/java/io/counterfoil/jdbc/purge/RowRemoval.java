package io.counterfoil.jdbc.purge;

import io.counterfoil.jdbc.dialect.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Removes the rows of a table that meet a condition, a batch at a time: finds them without locks, and locks those that are not locked by another
 * transaction then, each by its whole key. A query that locks, along another index, would lock the first row that does not meet the condition as
 * well, and its owner would wait. Where rows are distributed over nodes, each row is locked by a statement of its own. Immutable and
 * thread-safe; a statement that fails leaves the transaction to be rolled back.
 */
public final class RowRemoval {

    /** How many rows one statement locks. */
    private static final int CHUNK = 50;

    private final SqlDialect sql;
    private final String table;
    private final List<String> key;
    private final String condition;
    private final String order;

    /**
     * Removes rows of a table.
     *
     * @param sql the dialect of the database
     * @param table the table's name
     * @param key the columns of the primary key; where rows are distributed, with those that find the node
     * @param condition which rows can be removed, with parameters; it must stay true for a row that meets it and is not locked
     * @param order the columns by which the first rows to remove are found
     */
    public RowRemoval(SqlDialect sql, String table, List<String> key, String condition, String order) {
        this.sql = sql;
        this.table = table;
        this.key = List.copyOf(key);
        this.condition = condition;
        this.order = order;
    }

    /**
     * Removes the first rows that meet the condition.
     *
     * @param connection in a transaction
     * @param limit the maximum number, at least 1
     * @param parameters the parameters of the condition
     * @return how many were removed
     * @throws SQLException when the database fails
     */
    public int remove(Connection connection, int limit, Object... parameters) throws SQLException {
        return delete(connection, lock(connection, find(connection, limit, parameters), parameters));
    }

    /**
     * {@return the keys of the first rows that meet the condition; nothing is locked}
     *
     * @param connection the connection
     * @param limit the maximum number, at least 1
     * @param parameters the parameters of the condition
     * @throws SQLException when the database fails
     */
    public List<Object[]> find(Connection connection, int limit, Object... parameters) throws SQLException {
        String select = "SELECT " + String.join(", ", key) + " FROM " + table + " WHERE " + condition + " ORDER BY "
                + order + sql.limit();
        try (PreparedStatement query = connection.prepareStatement(select)) {
            int next = bind(query, 1, parameters);
            query.setInt(next, limit);
            return rows(query, this::key);
        }
    }

    /**
     * Locks those of the rows that still meet the condition and are not locked by another transaction.
     *
     * @param connection in a transaction, which holds the locks until it ends
     * @param keys the keys of the rows, as {@link #find} returns them
     * @param parameters the parameters of the condition
     * @return the keys of the locked rows
     * @throws SQLException when the database fails
     */
    public List<Object[]> lock(Connection connection, List<Object[]> keys, Object... parameters) throws SQLException {
        return lock(connection, String.join(", ", key), this::key, keys, parameters);
    }

    /**
     * Locks rows as {@link #lock(Connection, List, Object...)} does, and reads other columns than those of the key.
     *
     * @param <T> the type of what is read of a row
     * @param connection in a transaction, which holds the locks until it ends
     * @param columns what is read, separated by commas
     * @param reader reads them
     * @param keys the keys of the rows, as {@link #find} returns them
     * @param parameters the parameters of the condition
     * @return what was read of the locked rows
     * @throws SQLException when the database fails
     */
    public <T> List<T> lock(
            Connection connection, String columns, RowReader<T> reader, List<Object[]> keys, Object... parameters)
            throws SQLException {
        int chunk = sql.isDistributed() ? 1 : CHUNK;
        List<T> locked = new ArrayList<>();
        for (int from = 0; from < keys.size(); from += chunk) {
            List<Object[]> some = keys.subList(from, Math.min(from + chunk, keys.size()));
            String any = some.size() == 1 ? ofKey() : sql.isOneOf(key, some.size());
            String select = "SELECT " + columns + " FROM " + table + " "
                    + sql.rowLocking().keyHint() + "WHERE " + any + " AND " + condition + " FOR UPDATE SKIP LOCKED";
            try (PreparedStatement lock = connection.prepareStatement(select)) {
                int next = 1;
                for (Object[] one : some) {
                    next = bind(lock, next, one);
                }
                bind(lock, next, parameters);
                locked.addAll(rows(lock, reader));
            }
        }
        return locked;
    }

    /**
     * Removes the rows of these keys.
     *
     * @param connection in the transaction that has locked the rows
     * @param keys the keys of the rows, as {@link #lock(Connection, List, Object...)} returns them; may be empty
     * @return how many were removed
     * @throws SQLException when the database fails
     */
    public int delete(Connection connection, List<Object[]> keys) throws SQLException {
        if (keys.isEmpty()) {
            return 0;
        }
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM " + table + " WHERE " + ofKey())) {
            for (Object[] one : keys) {
                bind(delete, 1, one);
                delete.addBatch();
            }
            return (int) IntStream.of(delete.executeBatch())
                    .filter(count -> count != 0)
                    .count();
        }
    }

    private String ofKey() {
        return String.join(" = ? AND ", key) + " = ?";
    }

    /** In the form in which they are stored. */
    private Object[] key(ResultSet row) throws SQLException {
        Object[] parts = new Object[key.size()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = row.getObject(i + 1);
        }
        return parts;
    }

    private static int bind(PreparedStatement statement, int first, Object... values) throws SQLException {
        int next = first;
        for (Object value : values) {
            statement.setObject(next++, value);
        }
        return next;
    }

    private static <T> List<T> rows(PreparedStatement query, RowReader<T> reader) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                rows.add(reader.read(row));
            }
        }
        return rows;
    }
}
