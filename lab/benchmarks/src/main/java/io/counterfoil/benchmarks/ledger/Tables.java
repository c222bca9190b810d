package io.counterfoil.benchmarks.ledger;

import io.counterfoil.benchmarks.Server;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A database of the contest, and what its statistics say. The server runs no autovacuum. */
final class Tables {

    /** Of its tables, for each request: far less than a scan of the transactions. */
    private static final double MOST_ROWS_READ = 50;

    private final String url;

    /** Creates the database. */
    Tables(Server server, String name) throws SQLException {
        this.url = server.url().replace("/postgres?", "/" + name + "?");
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        execute("CREATE EXTENSION pg_stat_statements");
    }

    String url() {
        return url;
    }

    /** The JDBC URL through another port of 127.0.0.1. */
    String url(int port) {
        return url.replaceFirst("//[^/]+/", "//127.0.0.1:" + port + "/");
    }

    void analyze() throws SQLException {
        execute("ANALYZE");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The UUIDs of some ledgers. */
    List<String> ledgers(int count) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM ledger ORDER BY pk DESC LIMIT " + count)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    /** Statements executed in this database, those that begin and end transactions among them. */
    long statements() throws SQLException {
        return number("SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE dbid ="
                + " (SELECT oid FROM pg_database WHERE datname = current_database())");
    }

    /** But for the ledgers, a few dozen rows on one page, which the planner reads whole once it knows that. */
    long rowsReadByScans() throws SQLException {
        return number("SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname <> 'ledger'");
    }

    /**
     * Checks how the requests were executed.
     *
     * @throws IllegalStateException if rows were not found by an index, or the tables are not as they should be
     */
    void requireIndexes(boolean analyzed, long scannedBefore, long requests) throws SQLException {
        long tables = number(
                "SELECT count(*) FROM pg_stat_user_tables WHERE relname LIKE 'ledger%' AND (last_analyze IS NOT NULL"
                        + " OR last_autoanalyze IS NOT NULL)");
        if (analyzed == (tables == 0)) {
            throw new IllegalStateException("%d tables of the ledger are analysed".formatted(tables));
        }
        double read = (double) (rowsReadByScans() - scannedBefore) / requests;
        if (read > MOST_ROWS_READ) {
            throw new IllegalStateException(
                    "%,.0f rows for each request were read by sequential scans".formatted(read));
        }
    }

    private long number(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
