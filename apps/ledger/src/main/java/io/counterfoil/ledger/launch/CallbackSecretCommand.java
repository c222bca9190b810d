package io.counterfoil.ledger.launch;

import static java.util.Objects.requireNonNull;

import io.counterfoil.callbacks.CallbackSecret;
import io.counterfoil.entities.Namespace;
import io.counterfoil.ledger.imports.CallbackSettings;
import io.counterfoil.samples.support.database.SecretFile;
import io.counterfoil.samples.support.launch.LaunchException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The subcommand {@code callback-secret}: prints the secret that one client's callbacks are signed with.
 *
 * <p>Exit codes: 0 success; 1 the service has no secret yet; 2 invalid command line.
 */
@Command(
        name = "callback-secret",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Prints the secret with which a client verifies its callbacks (Standard Webhooks, whsec_...).")
public final class CallbackSecretCommand implements Callable<Integer> {

    /** The setting that holds the service's own secret. */
    static final String PROPERTY = "ledger.callbacks.secret";

    private static final String VARIABLE = "LEDGER_CALLBACKS_SECRET";

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "CLIENT", description = "The client's name; empty for anonymous requests.")
    private String client = "";

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = {
                "The service's data directory. Default: data, beside run.",
                "Ignored where " + VARIABLE + " is set, which an external database requires."
            })
    private @Nullable Path directory;

    /** For picocli to make. */
    public CallbackSecretCommand() {}

    @Override
    public Integer call() {
        CommandSpec command = requireNonNull(spec, "set by picocli");
        Namespace namespace;
        try {
            namespace = Namespace.ofClient(client);
        } catch (IllegalArgumentException invalid) {
            throw new ParameterException(command.commandLine(), "CLIENT: " + invalid.getMessage());
        }
        command.commandLine()
                .getOut()
                .println(CallbackSettings.derived(secret(), namespace).text());
        return ExitCode.OK;
    }

    private CallbackSecret secret() {
        Optional<String> variable = Optional.ofNullable(System.getenv(VARIABLE)).filter(text -> !text.isEmpty());
        if (variable.isPresent()) {
            return parsed(variable.get(), VARIABLE);
        }
        Path data = directory == null ? Path.of(System.getProperty("ledger.home", ""), "data") : directory;
        Path file = LedgerDatabase.callbackSecretFile(data);
        try {
            return parsed(SecretFile.read(file), file.toString());
        } catch (IOException missing) {
            throw new LaunchException(
                    "there is no %s: the service creates it when it first starts with this directory".formatted(file),
                    missing);
        }
    }

    private static CallbackSecret parsed(String text, String place) {
        try {
            return CallbackSecret.parse(text);
        } catch (IllegalArgumentException invalid) {
            throw new LaunchException("%s holds no secret: %s".formatted(place, invalid.getMessage()), invalid);
        }
    }
}
