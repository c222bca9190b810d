package io.counterfoil.benchmarks;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * A private PostgreSQL in a new directory that listens only on the loopback interface. Closing it, and the end of the
 * process (also by Ctrl-C), stop it and delete its directory.
 */
public final class Server implements AutoCloseable {

    private final EmbeddedPostgres server;
    private final Path directory;
    private boolean closed;

    private Server(EmbeddedPostgres server, Path directory) {
        this.server = server;
        this.directory = directory;
    }

    /**
     * Starts a durable server ({@code fsync}, {@code synchronous_commit} and {@code full_page_writes} on).
     *
     * @param parent the parent of its directory
     * @param settings additional settings by name
     */
    public static Server start(Path parent, Map<String, String> settings) throws IOException {
        Path directory = Files.createTempDirectory(parent, "counterfoil-bench-");
        try {
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(ServerPrograms.directory().toFile())
                    .setDataDirectory(directory.resolve("data"))
                    .setRegisterShutdownHook(false)
                    .setLocaleConfig("locale", "C");
            settings.forEach(builder::setServerConfig);
            builder.setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .setServerConfig("unix_socket_directories", "");
            Server started = new Server(builder.start(), directory);
            ServerPrograms.started(started);
            return started;
        } catch (IOException | RuntimeException refused) {
            ServerPrograms.remove(directory);
            throw refused;
        }
    }

    /** The JDBC URL for the superuser. Further parameters can be appended, each with an {@code &}. */
    public String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    /** Its port on localhost. */
    public int port() {
        return server.getPort();
    }

    /** A connection that uses server-side prepared statements from the first execution on. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url() + "&prepareThreshold=1");
    }

    public String version() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("SHOW server_version")) {
            answer.next();
            return answer.getString(1);
        }
    }

    @Override
    public void close() throws IOException {
        stop();
        ServerPrograms.stopped(this);
    }

    synchronized void stop() throws IOException {
        if (!closed) {
            closed = true;
            try {
                server.close();
            } finally {
                ServerPrograms.remove(directory);
            }
        }
    }
}
