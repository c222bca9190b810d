package io.counterfoil.jdbc.locks;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.row.RecordTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Removes expired rows: finds them first and locks them then, each by its whole key. A query that locks, along the index on the expiry, would
 * lock the first row that has not expired as well, and its owner would wait. Thread-safe.
 */
public final class RecordPurge {

    /** How many rows one statement locks. */
    private static final int CHUNK = 50;

    private static final String KEYS = "SELECT request_id, client, operation FROM counterfoil_record ";

    private static final List<String> KEY = List.of("request_id", "client", "operation");

    private final SqlDialect sql;
    private final Optional<String> begin;
    private final String keyHint;
    private final String expired;

    /** In the common form. */
    public RecordPurge(SqlDialect sql) {
        this(sql, Optional.empty(), "");
    }

    private RecordPurge(SqlDialect sql, Optional<String> begin, String keyHint) {
        this.sql = sql;
        this.begin = begin;
        this.keyHint = keyHint;
        this.expired = " expires_at <= " + sql.now();
    }

    /** The same, with a statement that makes the next transaction lock the rows that it finds and no gaps between them. */
    public RecordPurge withBegin(String statement) {
        return new RecordPurge(sql, Optional.of(statement), keyHint);
    }

    /** The same, with a hint between the table and {@code WHERE} by which rows are found by their key. */
    public RecordPurge withKeyHint(String hint) {
        return new RecordPurge(sql, begin, hint);
    }

    int purge(Connection connection, int limit, boolean own) throws SQLException {
        if (own && begin.isPresent()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(begin.get());
            }
        }
        List<Object[]> keys;
        try (PreparedStatement query =
                connection.prepareStatement(KEYS + "WHERE" + expired + " ORDER BY expires_at" + sql.limit())) {
            query.setInt(1, limit);
            keys = keys(query);
        }
        int removed = 0;
        for (int from = 0; from < keys.size(); from += CHUNK) {
            List<Object[]> chunk = keys.subList(from, Math.min(from + CHUNK, keys.size()));
            removed += delete(connection, locked(connection, chunk));
        }
        return removed;
    }

    /** Those of the rows that are still expired, and not locked by another transaction. */
    private List<Object[]> locked(Connection connection, List<Object[]> keys) throws SQLException {
        String any = sql.isOneOf(KEY, keys.size());
        try (PreparedStatement lock = connection.prepareStatement(
                KEYS + keyHint + "WHERE " + any + " AND" + expired + " FOR UPDATE SKIP LOCKED")) {
            int index = 1;
            for (Object[] key : keys) {
                for (Object part : key) {
                    lock.setObject(index++, part);
                }
            }
            return keys(lock);
        }
    }

    /** The keys that a query finds, in the form in which they are kept. */
    private static List<Object[]> keys(PreparedStatement query) throws SQLException {
        List<Object[]> keys = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                keys.add(new Object[] {row.getObject(1), row.getObject(2), row.getObject(3)});
            }
        }
        return keys;
    }

    /** Removes the rows of these keys, which the transaction has locked. */
    private static int delete(Connection connection, List<Object[]> keys) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM counterfoil_record" + RecordTable.OF_KEY)) {
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
}
