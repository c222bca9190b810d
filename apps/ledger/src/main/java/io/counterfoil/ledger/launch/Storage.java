package io.counterfoil.ledger.launch;

import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.samples.support.database.DatabaseUrl;
import io.counterfoil.samples.support.launch.LaunchException;
import io.counterfoil.samples.support.launch.OpenResources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Options that say where the data are: in a directory, or in a PostgreSQL of the user's own. For picocli to fill in. */
public final class Storage {

    @ArgGroup
    private Choice choice = new Choice();

    /** One or the other. */
    private static final class Choice {

        @Option(
                names = "--data-dir",
                paramLabel = "DIR",
                description = "Directory of the embedded PostgreSQL, kept across restarts. Default: data, beside run.")
        private @Nullable Path directory;

        @Option(
                names = "--database-url",
                paramLabel = "URL",
                description = {
                    "Existing PostgreSQL to use instead:",
                    "postgresql://USER:PASSWORD@HOST:PORT/DB or",
                    "jdbc:postgresql://HOST:PORT/DB?user=USER&..."
                })
        private @Nullable String databaseUrl;
    }

    /** For picocli to make. */
    public Storage() {}

    /**
     * The user's own database, reached a moment ago; empty where the data are in a directory.
     *
     * @throws LaunchException when the URL is unsupported, or nothing answers there
     */
    Optional<ConnectionSettings> database() {
        return Optional.ofNullable(choice.databaseUrl).map(url -> {
            ConnectionSettings connection = DatabaseUrl.parse(url);
            DatabaseUrl.requireReachable(connection);
            return connection;
        });
    }

    /** The directory of the embedded PostgreSQL, where there is no other database. */
    Path directory() {
        return choice.directory == null ? Path.of(System.getProperty("ledger.home", ""), "data") : choice.directory;
    }

    /**
     * Works on the database, beside a service that runs on it or without one: the embedded PostgreSQL is started for the work
     * where it was not started.
     *
     * @throws LaunchException when the database cannot be reached or started
     */
    public <T> T use(Function<ConnectionSettings, T> work) {
        Optional<ConnectionSettings> served = database().or(() -> LedgerDatabase.served(directory()));
        if (served.isPresent()) {
            return work.apply(served.get());
        }
        OpenResources open = new OpenResources();
        Thread stop = new Thread(() -> close(open), "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            return work.apply(open.open(() -> LedgerDatabase.start(directory())).connection());
        } finally {
            close(open);
        }
    }

    private static void close(OpenResources open) {
        try {
            open.close();
        } catch (IOException e) {
            throw new LaunchException("the database did not stop cleanly: " + LaunchException.reason(e), e);
        }
    }
}
