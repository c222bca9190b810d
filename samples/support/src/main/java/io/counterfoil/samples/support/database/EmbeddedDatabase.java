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
 * A real PostgreSQL in a directory, started and stopped with this object; its data stay in the directory.
 *
 * <p>It is as durable as PostgreSQL is by default ({@code fsync}, {@code synchronous_commit} and {@code full_page_writes}
 * are on). It listens on 127.0.0.1 only, on a free port that differs from start to start, and asks for a password, so that no
 * other user of the machine gets in. Programs work as a role of the database's name, which owns the database and is no superuser; data of
 * earlier versions, where they worked as the superuser, are handed to it at the start. Both passwords are random, and kept in files of the
 * data directory that their owner alone can read: {@code password}, the superuser's, and {@code owner-password}.
 *
 * <p>One process at a time holds a data directory. A process that is killed leaves its PostgreSQL running; the next start
 * stops that one first, and no committed transaction is lost. A first start that was cut short is begun anew.
 *
 * <p>A PostgreSQL that ends by itself, as it does on a full disk, is started again on its port as soon as that is possible; its end and its
 * return are logged, in a line each. Connections of the time before are broken.
 *
 * <p>Thread-safe. Close it, or PostgreSQL outlives the process.
 */
public final class EmbeddedDatabase implements Closeable {

    /** The version that reads and writes the data; another major version cannot. */
    static final String MAJOR_VERSION = "18";

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
     * Starts PostgreSQL on the data in a directory, made where it is missing. Takes about a second, some seconds the first
     * time, up to three minutes where PostgreSQL must recover after a crash.
     *
     * @param name of the database, made where it is missing: small letters and underscores
     * @throws IllegalArgumentException when the name is none
     * @throws LaunchException when the directory cannot be used, is held by another process, was made by another major
     *     version of PostgreSQL, belongs to another user or can be written to by others, and when PostgreSQL does not start or needs more memory
     *     to be unpacked than this JVM may have. Nothing is left running, and nothing
     *     is locked.
     */
    public static EmbeddedDatabase start(Path dataDirectory, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a database's name is small letters and underscores, not " + name);
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
            // Unpacking alone needs much, and it is over: there is memory again to say so.
            throw failure(
                    directory,
                    new LaunchException(
                            "%d MiB of memory are too few to start PostgreSQL for the first time; allow more (-Xmx256m)"
                                    .formatted(Runtime.getRuntime().maxMemory() >> 20),
                            e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(directory, e);
        }
    }

    /** How to connect to the server on this port, as the owner of the database. */
    static ConnectionSettings connection(int port, String name, String password) {
        return new ConnectionSettings("jdbc:postgresql://127.0.0.1:" + port + "/" + name, name, password);
    }

    /** How to connect, as the role that owns the database; valid until {@link #close}. */
    public ConnectionSettings connection() {
        return connection;
    }

    /** The port on 127.0.0.1. */
    public int port() {
        return server.getPort();
    }

    /** Where the data are: absolute, free of symbolic links. */
    public Path dataDirectory() {
        return directory.root();
    }

    /** A directory that other users cannot enter, for the logs of the programs that work on the database; it is there. */
    public Path logs() {
        return directory.logs();
    }

    /**
     * Ends all sessions, stops PostgreSQL, and releases the data directory. A second call does nothing.
     *
     * @throws IOException when the directory cannot be released
     */
    @Override
    public void close() throws IOException {
        if (closed.compareAndSet(false, true)) {
            try (directory) {
                postmaster.close();
                server.close();
            }
        }
    }

    private static void requireUnprivileged() {
        if ("root".equals(System.getProperty("user.name")) && !LinuxUtils.isUnshareAvailable()) {
            throw new LaunchException(
                    "PostgreSQL does not run as root, and this system does not let root give up its rights"
                            + " (unshare -U); run as an ordinary user, or name a database with --database-url");
        }
    }

    /** Leaves nothing running and nothing locked, and says what PostgreSQL said. */
    private static LaunchException failure(DataDirectory directory, Throwable cause) {
        LaunchException failure = cause instanceof LaunchException said
                ? said
                : new LaunchException(
                        "PostgreSQL did not start in %s: %s"
                                .formatted(
                                        directory.root(),
                                        directory.lastComplaint().orElseGet(() -> LaunchException.reason(cause))),
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
