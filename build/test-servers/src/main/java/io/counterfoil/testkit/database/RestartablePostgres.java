package io.counterfoil.testkit.database;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A private PostgreSQL of one test that can crash and restart, with the programs and settings of {@link TestPostgres}.
 * Its databases are thread-safe; the other methods must not be called concurrently.
 */
public final class RestartablePostgres implements AutoCloseable {

    private final PostgresServer server;

    private RestartablePostgres(PostgresServer server) {
        this.server = server;
    }

    /**
     * Starts a server on a free port of 127.0.0.1 within about a second.
     *
     * @throws UncheckedIOException if it does not start; nothing is left behind
     */
    public static RestartablePostgres start() {
        try {
            return new RestartablePostgres(PostgresServer.start(TestPostgres.MAX_CONNECTIONS));
        } catch (IOException refused) {
            throw new UncheckedIOException("the restartable PostgreSQL did not start", refused);
        }
    }

    /**
     * Creates an empty database.
     *
     * @throws IllegalStateException if the server rejects it
     */
    public Database freshDatabase() {
        return server.freshDatabase();
    }

    /**
     * Stops the server immediately, as a crash would, and restarts it; returns when it has recovered and accepts
     * connections.
     *
     * @throws UncheckedIOException if it does not restart
     */
    public void crashAndRestart() {
        try {
            server.crashAndRestart();
        } catch (IOException refused) {
            throw new UncheckedIOException("the restartable PostgreSQL did not restart", refused);
        }
    }

    /** Stops the server and deletes its data. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (IOException left) {
            throw new UncheckedIOException("cannot stop the restartable PostgreSQL and delete its data", left);
        }
    }
}
