package io.counterfoil.benchmarks.locality;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL of its own in a new directory, which is gone when this is closed. */
final class Server implements AutoCloseable {

    private static final int BUFFER_KILOBYTES = 8;

    private final EmbeddedPostgres server;
    private final Path directory;

    private Server(EmbeddedPostgres server, Path directory) {
        this.server = server;
        this.directory = directory;
    }

    /**
     * Starts it.
     *
     * @param parent where its directory is made
     * @param buffers how many pages of 8 KiB {@code shared_buffers} has
     */
    static Server start(Path parent, int buffers) throws IOException {
        Path directory = Files.createTempDirectory(parent, "counterfoil-locality-");
        try {
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(directory.resolve("programs").toFile())
                    .setDataDirectory(directory.resolve("data"))
                    .setRegisterShutdownHook(true)
                    .setLocaleConfig("locale", "C");
            settings(buffers).forEach(builder::setServerConfig);
            return new Server(builder.start(), directory);
        } catch (IOException | RuntimeException refused) {
            remove(directory);
            throw refused;
        }
    }

    /** Durable, with no checkpoint and no vacuum but those that the measurement asks for. */
    static Map<String, String> settings(int buffers) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("shared_buffers", buffers * BUFFER_KILOBYTES + "kB");
        settings.put("fsync", "on");
        settings.put("synchronous_commit", "on");
        settings.put("full_page_writes", "on");
        settings.put("wal_compression", "off");
        settings.put("checkpoint_timeout", "1d");
        settings.put("max_wal_size", "64GB");
        settings.put("autovacuum", "off");
        settings.put("listen_addresses", "127.0.0.1");
        settings.put("unix_socket_directories", "");
        return settings;
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(server.getJdbcUrl("postgres", "postgres") + "&prepareThreshold=1");
    }

    String version() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("SHOW server_version")) {
            answer.next();
            return answer.getString(1);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        remove(directory);
    }

    private static void remove(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException unreadable)
                    throws IOException {
                if (unreadable != null) {
                    throw unreadable;
                }
                Files.delete(emptied);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
