package io.counterfoil.testkit.database;

import io.counterfoil.testkit.network.ReservedPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL of one test's own that can crash and come back: its programs and its care for data are those of
 * {@link TestPostgres}, which it needs in the same JVM. Whoever starts it closes it. For one thread; its databases are for all.
 */
public final class RestartablePostgres implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final String USER = "postgres";
    private static final String LIMIT_SECONDS = "300";

    private final Path programs;
    private final Path directory;
    private final ReservedPort port;

    private int databases;

    private RestartablePostgres(Path programs, Path directory, ReservedPort port) {
        this.programs = programs;
        this.directory = directory;
        this.port = port;
    }

    /**
     * Starts a server on a free port of 127.0.0.1, within about 3 s.
     *
     * @throws UncheckedIOException when it cannot be started; nothing is left behind
     */
    public static RestartablePostgres start() {
        try {
            Path directory = Files.createTempDirectory("counterfoil-restartable-");
            ReservedPort port = ReservedPort.any();
            try {
                RestartablePostgres server = new RestartablePostgres(programs(), directory, port);
                server.run(
                        "initdb", "--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C", "--username=" + USER);
                String settings = "-p %d -c listen_addresses=%s -c unix_socket_directories= -c max_connections=%d"
                        .formatted(port.number(), HOST, TestPostgres.MAX_CONNECTIONS);
                server.run("pg_ctl", "start", "-w", "-t", LIMIT_SECONDS, "-l", server.log(), "-o", settings);
                return server;
            } catch (IOException | RuntimeException refused) {
                port.close();
                Directories.removeAfter(refused, directory);
                throw refused;
            }
        } catch (IOException refused) {
            throw new UncheckedIOException("the restartable PostgreSQL cannot be started", refused);
        }
    }

    /** Where the programs are that run already. */
    private static Path programs() {
        try (Connection connection = TestPostgres.freshDatabase().dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT setting FROM pg_config WHERE name = 'BINDIR'")) {
            row.next();
            return Path.of(row.getString(1));
        } catch (SQLException refused) {
            throw new IllegalStateException("PostgreSQL does not say where its programs are", refused);
        }
    }

    /**
     * A new, empty database of its own.
     *
     * @throws IllegalStateException when the server refuses to make it
     */
    public Database freshDatabase() {
        databases++;
        String name = "test_" + databases;
        try (Connection connection = source(USER).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
            return new Database(name, url(name), USER, "", source(name));
        } catch (SQLException refused) {
            throw new IllegalStateException("PostgreSQL refused to create the database " + name, refused);
        }
    }

    /**
     * Stops the server at once, as a crash would, without a word to its clients, and starts it again; returns when it has
     * recovered and takes connections.
     *
     * @throws UncheckedIOException when it does not come back
     */
    public void crashAndRestart() {
        try {
            run("pg_ctl", "restart", "-m", "immediate", "-w", "-t", LIMIT_SECONDS, "-l", log());
        } catch (IOException refused) {
            throw new UncheckedIOException("the restartable PostgreSQL did not come back", refused);
        }
    }

    /** Stops the server and removes its data. */
    @Override
    public void close() {
        try {
            run("pg_ctl", "stop", "-m", "immediate", "-w", "-t", LIMIT_SECONDS);
            port.close();
            Directories.remove(directory);
        } catch (IOException left) {
            throw new UncheckedIOException("the restartable PostgreSQL left " + directory + " behind", left);
        }
    }

    private void run(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("unix")
                && Files.getAttribute(directory, "unix:uid").equals(0)) {
            // PostgreSQL refuses to be root.
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of("-D", directory.resolve("data").toString()));
        command.addAll(List.of(arguments));
        // A file and no pipe: the server inherits it, and would keep a pipe open.
        Path said = directory.resolve("said");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            if (!process.waitFor(2 * Long.parseLong(LIMIT_SECONDS), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(program + " did not end");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + program + " ran", interrupted);
        }
        if (process.exitValue() != 0) {
            throw new IOException(
                    program + " ended with status " + process.exitValue() + ", and says: " + Files.readString(said));
        }
    }

    private String log() {
        return directory.resolve("log").toString();
    }

    private PGSimpleDataSource source(String database) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(url(database));
        source.setUser(USER);
        return source;
    }

    private String url(String database) {
        return "jdbc:postgresql://" + HOST + ":" + port.number() + "/" + database;
    }
}
