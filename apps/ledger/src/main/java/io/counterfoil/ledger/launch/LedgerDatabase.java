package io.counterfoil.ledger.launch;

import io.counterfoil.callbacks.CallbackSecret;
import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.samples.support.database.EmbeddedDatabase;
import io.counterfoil.samples.support.database.SecretFile;
import io.counterfoil.samples.support.database.ServedDatabase;
import io.counterfoil.samples.support.launch.LaunchException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The embedded PostgreSQL of a ledger, and the ledger's other files in the same directory.
 *
 * <pre>
 *  callback-secret  that callbacks are signed with, readable for the owner alone
 *  logs/            service.log, what the service said, and its rolled files; stories are read from them
 * </pre>
 */
public final class LedgerDatabase {

    private static final String NAME = "ledger";

    private LedgerDatabase() {}

    /**
     * Starts it, as {@link EmbeddedDatabase#start} does.
     *
     * @throws LaunchException when it does not start
     */
    public static EmbeddedDatabase start(Path directory) {
        return EmbeddedDatabase.start(directory, NAME);
    }

    /**
     * The way to one that another process has started, as {@link ServedDatabase#in} finds it.
     *
     * @throws LaunchException when another process holds the directory, and its PostgreSQL does not answer
     */
    static Optional<ConnectionSettings> served(Path directory) {
        return ServedDatabase.in(directory, NAME);
    }

    /**
     * The secret that clients' secrets for callbacks are derived from; made where it is missing.
     *
     * @throws LaunchException when it is not readable
     */
    static CallbackSecret callbackSecret(Path directory) {
        Path file = callbackSecretFile(directory);
        try {
            return CallbackSecret.parse(
                    SecretFile.in(file, () -> CallbackSecret.fresh().text()));
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new LaunchException(
                    "%s is not readable: %s".formatted(file, LaunchException.reason(unreadable)), unreadable);
        }
    }

    static Path callbackSecretFile(Path directory) {
        return directory.resolve("callback-secret");
    }

    /** The service's own log: a file that need not be there. */
    static Path serviceLog(EmbeddedDatabase database) {
        return database.logs().resolve("service.log");
    }
}
