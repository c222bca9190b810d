package io.counterfoil.benchmarks.locality;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;

/** The table of one kind of key: a primary key and a payload. */
final class KeyTable {

    private static final String PAYLOAD = "0123456789".repeat(10);

    private final KeyKind kind;
    private final Keys keys;

    /** The current state of the index. */
    record IndexState(long bytes, double leafDensity) {}

    /** Page reads since the server started. */
    record Reads(long indexReads, long indexHits, long tableReads) {

        Reads since(Reads before) {
            return new Reads(
                    indexReads - before.indexReads, indexHits - before.indexHits, tableReads - before.tableReads);
        }
    }

    KeyTable(KeyKind kind, int rows, Duration span) {
        this.kind = kind;
        this.keys = new Keys(kind, rows, span);
    }

    KeyKind kind() {
        return kind;
    }

    Keys keys() {
        return keys;
    }

    void create(Connection connection) throws SQLException {
        String type = kind.madeByDatabase() ? "bigserial" : kind.type();
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE %s (id %s PRIMARY KEY, payload text NOT NULL)".formatted(kind.table(), type));
        }
    }

    /**
     * Inserts rows in transactions of a batch, concurrently with other connections, until the table has this many rows.
     */
    void insert(Connection connection, int batch, int upTo) throws SQLException {
        String sql = kind.madeByDatabase()
                ? "INSERT INTO %s (payload) SELECT '%s' FROM unnest(?)"
                : "INSERT INTO %s (id, payload) SELECT key, '%s' FROM unnest(?) AS keys(key)";
        Object[] type = kind.type().equals("uuid") ? new UUID[0] : new Long[0];
        try (PreparedStatement statement = connection.prepareStatement(sql.formatted(kind.table(), PAYLOAD))) {
            for (Object[] next = keys.next(batch, upTo, type); next.length > 0; next = keys.next(batch, upTo, type)) {
                statement.setArray(1, connection.createArrayOf(kind.type(), next));
                statement.executeUpdate();
            }
        }
        flushStatistics(connection);
    }

    /** Looks up the row of a key; returns the time in microseconds. */
    double lookUp(PreparedStatement statement, Object key) throws SQLException {
        long begin = System.nanoTime();
        statement.setObject(1, key);
        try (ResultSet found = statement.executeQuery()) {
            if (!found.next()) {
                throw new IllegalStateException("no row in %s with the key %s".formatted(kind.table(), key));
            }
        }
        return (System.nanoTime() - begin) / 1e3;
    }

    PreparedStatement lookUps(Connection connection) throws SQLException {
        return connection.prepareStatement("SELECT payload FROM %s WHERE id = ?".formatted(kind.table()));
    }

    /** Reads the whole index, which counts as reads. */
    IndexState indexState(Connection connection) throws SQLException {
        IndexState state = ask(
                connection,
                "SELECT index_size, avg_leaf_density FROM pgstatindex('%s')".formatted(kind.index()),
                answer -> new IndexState(answer.getLong(1), answer.getDouble(2)));
        flushStatistics(connection);
        return state;
    }

    Reads reads(Connection connection) throws SQLException {
        return ask(
                connection,
                """
                SELECT i.idx_blks_read, i.idx_blks_hit, t.heap_blks_read
                FROM pg_statio_user_indexes i JOIN pg_statio_user_tables t USING (relid)
                WHERE i.indexrelname = '%s'""".formatted(kind.index()),
                answer -> new Reads(answer.getLong(1), answer.getLong(2), answer.getLong(3)));
    }

    /** Makes the session's counts of reads visible to other sessions immediately. */
    static void flushStatistics(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_stat_force_next_flush()");
        }
    }

    /** Maps one row of a result. */
    @FunctionalInterface
    interface Row<T> {
        T read(ResultSet answer) throws SQLException;
    }

    static <T> T ask(Connection connection, String sql, Row<T> row) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            if (!answer.next()) {
                throw new IllegalStateException("no result of " + sql);
            }
            return row.read(answer);
        }
    }
}
