package io.counterfoil.benchmarks.engine;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.benchmarks.Server;
import io.counterfoil.testkit.database.CountingSockets;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** The PostgreSQL of a run and pools of connections to it. */
public final class Database implements AutoCloseable {

    private final Server server;
    private final String url;

    private Database(Server server, String url) {
        this.server = server;
        this.url = url;
    }

    /** Starts a durable server with enough WAL space that no checkpoint occurs in the slice of a single contestant. */
    public static Database start(Path parent) throws IOException {
        return start(parent, Map.of("max_wal_size", "16GB"));
    }

    /** The same for tables of many gigabytes, which are filled without WAL; it has less of that. */
    static Database startToBeFilled(Path parent) throws IOException {
        return start(
                parent,
                Map.of(
                        "max_wal_size", "4GB",
                        "wal_level", "minimal",
                        "max_wal_senders", "0",
                        "maintenance_work_mem", "1GB"));
    }

    private static Database start(Path parent, Map<String, String> settings) throws IOException {
        Map<String, String> all = new HashMap<>(settings);
        all.put("shared_buffers", "256MB");
        all.put("max_connections", "500");
        all.put("checkpoint_timeout", "1d");
        all.put("shared_preload_libraries", "pg_stat_statements");
        all.put("pg_stat_statements.track", "none");
        Server server = Server.start(parent, all);
        return new Database(server, server.url());
    }

    /** The same server, which counts the statements of its pools' connections. */
    Database countingStatements() {
        return new Database(server, url + "&options=-c%20pg_stat_statements.track%3Dtop");
    }

    /** The same server, whose pools reach it by another port of 127.0.0.1. */
    public Database through(int port) {
        return new Database(server, server.url().replace("localhost:" + server.port(), "127.0.0.1:" + port));
    }

    /** The JDBC URL of its pools, for the superuser. */
    String url() {
        return url;
    }

    /** The port of the server. */
    public int port() {
        return server.port();
    }

    /** A connection of no pool, to the server itself. */
    Connection connect() throws SQLException {
        return server.connect();
    }

    /** The version of PostgreSQL. */
    public String version() throws SQLException {
        return server.version();
    }

    /** A pool of this size for a schema, which is created if it is missing; otherwise with default settings. */
    public HikariDataSource pool(String schema, int size) throws SQLException {
        return pool(schema, size, "");
    }

    /** The same, whose connections are counted by {@link CountingSockets}. */
    public HikariDataSource countedPool(String schema, int size) throws SQLException {
        return pool(schema, size, "&" + CountingSockets.PARAMETER);
    }

    private HikariDataSource pool(String schema, int size, String parameters) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA IF NOT EXISTS " + schema);
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url + "&currentSchema=" + schema + "&ApplicationName=" + schema + parameters);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(size);
        return new HikariDataSource(config);
    }

    /** Executes statements. */
    public static void run(DataSource pool, List<String> statements) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
