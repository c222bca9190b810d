package io.counterfoil.testkit.database;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A PostgreSQL of one test's own that can crash and come back: its programs and its care for data are those of
 * {@link TestPostgres}. Its databases are for all threads; the rest is for one thread, which closes it.
 */
public final class RestartablePostgres implements AutoCloseable {

    private final PostgresServer server;

    private RestartablePostgres(PostgresServer server) {
        this.server = server;
    }

    /**
     * Starts a server on a free port of 127.0.0.1, within about a second.
     *
     * @throws UncheckedIOException when it cannot be started; nothing is left behind
     */
    public static RestartablePostgres start() {
        try {
            return new RestartablePostgres(PostgresServer.start(TestPostgres.MAX_CONNECTIONS));
        } catch (IOException refused) {
            throw new UncheckedIOException("the restartable PostgreSQL cannot be started", refused);
        }
    }

    /**
     * A new, empty database of its own.
     *
     * @throws IllegalStateException when the server refuses to make it
     */
    public Database freshDatabase() {
        return server.freshDatabase();
    }

    /**
     * Stops the server at once, as a crash would, without a word to its clients, and starts it again; returns when it has
     * recovered and takes connections.
     *
     * @throws UncheckedIOException when it does not come back
     */
    public void crashAndRestart() {
        try {
            server.crashAndRestart();
        } catch (IOException refused) {
            throw new UncheckedIOException("the restartable PostgreSQL did not come back", refused);
        }
    }

    /** Stops the server and removes its data. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (IOException left) {
            throw new UncheckedIOException("the restartable PostgreSQL left something behind", left);
        }
    }
}
