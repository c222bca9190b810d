package io.counterfoil.testkit.database;

import io.counterfoil.testkit.network.ReservedPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A running server with its own directory and port. Creating databases is thread-safe. */
final class PostgresServer {

    private static final String HOST = "127.0.0.1";
    private static final String PASSWORD = "postgres";

    private final PostgresPrograms programs;
    private final Path directory;
    private final ReservedPort port;
    private final DataSource server;
    private int databases;

    private PostgresServer(PostgresPrograms programs, Path directory, ReservedPort port) {
        this.programs = programs;
        this.directory = directory;
        this.port = port;
        this.server = ReusingDataSource.of(
                url(PostgresPrograms.USER), PostgresPrograms.USER, PASSWORD, PostgresServer.class.getSimpleName());
    }

    /** Starts a server; returns when it accepts connections. After an exception, nothing is left behind. */
    static PostgresServer start(int maxConnections) throws IOException {
        try {
            return start(PostgresPrograms.ofThisBuild(), maxConnections, "");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while PostgreSQL was unpacked", interrupted);
        }
    }

    /**
     * The same with these programs.
     *
     * @param options more settings, as options of the program
     */
    static PostgresServer start(PostgresPrograms programs, int maxConnections, String options) throws IOException {
        try {
            Path directory = Directories.temporary("postgres");
            ReservedPort port = ReservedPort.forServer();
            try {
                Directories.copy(programs.data(), directory.resolve("data"));
                PostgresServer server = new PostgresServer(programs, directory, port);
                server.begin(maxConnections, options);
                return server;
            } catch (IOException | InterruptedException | RuntimeException refused) {
                port.close();
                Directories.removeAfter(refused, directory);
                throw refused;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while PostgreSQL was started", interrupted);
        }
    }

    private void begin(int maxConnections, String options) throws IOException, InterruptedException {
        String settings =
                "-p %s -c listen_addresses=%s -c unix_socket_directories= -c max_connections=%s -c timezone=UTC -c autovacuum=off"
                                .formatted(port.number(), HOST, maxConnections)
                        + options;
        programs.run(
                directory, "pg_ctl", "start", "-w", "-t", PostgresPrograms.LIMIT_SECONDS, "-l", log(), "-o", settings);
    }

    /** Stops the server as a crash would and restarts it; returns when it accepts connections. */
    void crashAndRestart() throws IOException {
        control("restart", "-m", "immediate", "-w", "-t", PostgresPrograms.LIMIT_SECONDS, "-l", log());
    }

    /** Kills all processes of the server and restarts it; returns when it accepts connections. */
    void killAndRestart() throws IOException {
        String pid = Files.readAllLines(directory.resolve("data").resolve("postmaster.pid"))
                .get(0)
                .strip();
        ProcessHandle.of(Long.parseLong(pid)).ifPresent(postmaster -> {
            List<ProcessHandle> backends = postmaster.descendants().toList();
            postmaster.destroyForcibly();
            backends.forEach(ProcessHandle::destroyForcibly);
            Stream.concat(Stream.of(postmaster), backends.stream())
                    .forEach(process -> process.onExit().join());
        });
        control("restart", "-m", "immediate", "-w", "-t", PostgresPrograms.LIMIT_SECONDS, "-l", log());
    }

    /** Stops the server and deletes its data. */
    void stop() throws IOException {
        control("stop", "-m", "immediate", "-w", "-t", PostgresPrograms.LIMIT_SECONDS);
        port.close();
        Directories.remove(directory);
    }

    private void control(String... arguments) throws IOException {
        try {
            programs.run(directory, "pg_ctl", arguments);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while PostgreSQL was stopped", interrupted);
        }
    }

    /** Creates an empty database. */
    synchronized Database freshDatabase() {
        String name = "test_" + (databases + 1);
        try (Connection connection = server.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException refused) {
            throw new IllegalStateException("cannot create a database in the embedded PostgreSQL: " + name, refused);
        }
        databases++;
        return new Database(name, url(name), PostgresPrograms.USER, PASSWORD, source(name));
    }

    int port() {
        return port.number();
    }

    private String log() {
        return directory.resolve("log").toString();
    }

    private PGSimpleDataSource source(String database) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(url(database));
        source.setUser(PostgresPrograms.USER);
        source.setPassword(PASSWORD);
        return source;
    }

    private String url(String database) {
        return "jdbc:postgresql://" + HOST + ":" + port.number() + "/" + database;
    }
}
