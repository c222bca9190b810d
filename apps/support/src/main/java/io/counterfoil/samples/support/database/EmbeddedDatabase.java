package io.counterfoil.samples.support.database;

import io.counterfoil.samples.support.launch.LaunchException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/**
 * A real PostgreSQL in a directory, started and stopped with this object. Its data remains in the directory.
 *
 * <p>It has PostgreSQL's default durability ({@code fsync}, {@code synchronous_commit} and {@code full_page_writes} are
 * on). It listens only on 127.0.0.1, on a free port that changes with each start, and requires a password, so that
 * other users of the machine have no access. Programs connect as a role with the name of the database, which owns the
 * database and is no superuser. Data of earlier versions, which belongs to the superuser, is reassigned to that role at
 * the start. Both passwords are random and are stored in files of the data directory that only their owner can read:
 * {@code password} is the superuser's, {@code owner-password} the role's.
 *
 * <p>One process at a time locks a data directory. A process that is killed leaves its PostgreSQL running; the next
 * start stops it first, and no committed transaction is lost. An interrupted first start is repeated from the
 * beginning.
 *
 * <p>A PostgreSQL that ends by itself, such as on a full disk, is restarted on its port as soon as possible; its end
 * and its restart are logged, in one line each. Connections from before are broken.
 *
 * <p>Thread-safe. It must be closed; otherwise PostgreSQL outlives the process.
 */
public final class EmbeddedDatabase implements Closeable {

    /** The PostgreSQL version; another major version cannot use the data. */
    static final String MAJOR_VERSION = "18";

    /** Longer than any statement of the programs; a server that is frozen ends their requests then. */
    private static final int SOCKET_TIMEOUT_SECONDS = 120;

    private static final String SUPERUSER = "postgres";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z_]{0,62}");

    private final DataDirectory directory;
    private final EmbeddedPostgres server;
    private final Postmaster postmaster;
    private final ConnectionSettings connection;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EmbeddedDatabase(DataDirectory directory, EmbeddedPostgres server, ConnectionSettings connection)
            throws IOException {
        this.directory = directory;
        this.server = server;
        this.postmaster = Postmaster.watch(directory);
        this.connection = connection;
    }

    /**
     * Starts PostgreSQL on the data in a directory, which is created if it is missing. Takes about a second, some
     * seconds the first time, and up to three minutes if PostgreSQL has to recover from a crash.
     *
     * @param name the name of the database, created if it is missing: lower-case letters and underscores
     * @throws IllegalArgumentException if the name is invalid
     * @throws LaunchException if the directory cannot be used, is locked by another process, was created by another
     *     major version of PostgreSQL, belongs to another user or is writable for others; if PostgreSQL does not start;
     *     or if unpacking it needs more memory than this JVM may use. Nothing remains running or locked.
     */
    public static EmbeddedDatabase start(Path dataDirectory, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name of a database must be lower-case letters and underscores, not " + name);
        }
        requireUnprivileged();
        DataDirectory directory = DataDirectory.hold(dataDirectory);
        try {
            PostmasterPid.clear(directory.postgresql());
            String password = directory.prepare(MAJOR_VERSION);
            String owner = directory.ownerPassword();
            EmbeddedPostgres server = PostgresStarter.start(directory, password);
            try {
                OwnerRole role = new OwnerRole(name);
                role.prepare(server.getPostgresDatabase(), owner);
                role.takeOver(server.getDatabase(SUPERUSER, name));
                directory.commit();
            } catch (IOException | SQLException | RuntimeException e) {
                server.close();
                throw e;
            }
            return new EmbeddedDatabase(directory, server, connection(server.getPort(), name, owner));
        } catch (IOException | SQLException | RuntimeException | ExceptionInInitializerError e) {
            throw failure(directory, e);
        } catch (OutOfMemoryError e) {
            // Only unpacking needs much memory; enough is free again to report this.
            throw failure(
                    directory,
                    new LaunchException(
                            "%s MiB of memory are not enough to start PostgreSQL for the first time; allow more (-Xmx256m)"
                                    .formatted(Runtime.getRuntime().maxMemory() >> 20),
                            e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(directory, e);
        }
    }

    /** The connection data of the server on this port, for the owner of the database. */
    static ConnectionSettings connection(int port, String name, String password) {
        return new ConnectionSettings(
                "jdbc:postgresql://127.0.0.1:" + port + "/" + name + "?socketTimeout=" + SOCKET_TIMEOUT_SECONDS,
                name,
                password);
    }

    /** The connection data for the role that owns the database; valid until {@link #close}. */
    public ConnectionSettings connection() {
        return connection;
    }

    /** The port on 127.0.0.1. */
    public int port() {
        return server.getPort();
    }

    /** The data directory: absolute, without symbolic links. */
    public Path dataDirectory() {
        return directory.root();
    }

    /** An existing directory for logs of programs, which other users cannot enter. */
    public Path logs() {
        return directory.logs();
    }

    /**
     * Ends all sessions, stops PostgreSQL, and unlocks the data directory. Idempotent.
     *
     * @throws IOException if PostgreSQL does not stop, which is tried for two minutes, or the directory cannot be unlocked
     */
    @Override
    public void close() throws IOException {
        if (closed.compareAndSet(false, true)) {
            try (directory) {
                postmaster.close();
                // Returns after five seconds at the latest, stopped or not.
                server.close();
                postmaster.awaitEnd();
            }
        }
    }

    private static void requireUnprivileged() {
        if ("root".equals(System.getProperty("user.name")) && !LinuxUtils.isUnshareAvailable()) {
            throw new LaunchException(
                    "PostgreSQL does not run as root, and this system does not permit root to drop its privileges"
                            + " (unshare -U); run as an ordinary user, or use an existing database with --database-url");
        }
    }

    /** Stops and unlocks everything, and returns PostgreSQL's error message. */
    private static LaunchException failure(DataDirectory directory, Throwable cause) {
        LaunchException failure = cause instanceof LaunchException said
                ? said
                : new LaunchException(
                        "PostgreSQL did not start in %s: %s"
                                .formatted(
                                        directory.root(),
                                        directory.lastError().orElseGet(() -> LaunchException.reason(cause))),
                        cause);
        try (directory) {
            PostmasterPid.clear(directory.postgresql());
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure.addSuppressed(e);
        }
        return failure;
    }
}
