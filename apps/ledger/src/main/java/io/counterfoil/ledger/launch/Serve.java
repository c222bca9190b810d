package io.counterfoil.ledger.launch;

import static java.util.Objects.requireNonNull;

import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.samples.support.database.DatabaseUrl;
import io.counterfoil.samples.support.database.EmbeddedDatabase;
import io.counterfoil.samples.support.launch.ManifestVersion;
import io.counterfoil.samples.support.launch.OpenResources;
import io.counterfoil.samples.support.launch.PortOption;
import io.counterfoil.samples.support.launch.Program;
import io.counterfoil.samples.support.web.LocalPort;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Serves the ledger until it is stopped: the program without a subcommand.
 *
 * <p>Exit codes: 0 after {@code --help}; 1 when it cannot start, 2 when the command line is invalid, both with one line
 * on standard error; 128 + n after signal n, which stops the service and then its database.
 */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Serve.Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Starts the ledger on this machine, with an embedded PostgreSQL, and prints its URL.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:help was printed",
            "1:it could not start; one line states the reason",
            "2:the command line was invalid"
        })
public final class Serve implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private PortOption portOption = new PortOption(8080);

    @Mixin
    private Storage storage = new Storage();

    @Option(names = "--api-keys", description = "Requires an API key from every client; see: run api-key --help.")
    private boolean apiKeys;

    private Serve() {}

    /** Serves, and ends the JVM with the exit code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The command line of a program that serves, or does one of these; every failure of any is one line. */
    public static CommandLine commandLine(Object... subcommands) {
        return Program.commandLine(new Serve(), subcommands);
    }

    /** Serves until the service is stopped. */
    @Override
    public Integer call() throws InterruptedException {
        CommandLine commandLine = requireNonNull(spec, "set by picocli").commandLine();
        int port = portOption.port(commandLine);
        Program.quietUntilLoggingIsConfigured();
        LocalPort.requireFree(port);
        PrintWriter out = commandLine.getOut();
        OpenResources open = new OpenResources();
        Program.closeAtEnd(open, commandLine.getErr());

        ConnectionSettings connection;
        String data;
        Map<String, String> settings;
        Optional<ConnectionSettings> ownDatabase = storage.database();
        if (ownDatabase.isPresent()) {
            connection = ownDatabase.get();
            settings = Map.of();
            data = DatabaseUrl.display(connection);
        } else {
            Path directory = storage.directory();
            out.println("Starting PostgreSQL in " + directory.toAbsolutePath().normalize());
            EmbeddedDatabase database = open.open(() -> LedgerDatabase.start(directory));
            connection = database.connection();
            Path own = database.dataDirectory();
            settings = new HashMap<>(loggingTo(LedgerDatabase.serviceLog(database), out));
            settings.put(
                    CallbackSecretCommand.PROPERTY,
                    LedgerDatabase.callbackSecret(own).text());
            data = "%s (PostgreSQL on 127.0.0.1:%s)".formatted(database.dataDirectory(), database.port());
        }
        LedgerServer server = open.open(() -> LedgerServer.start(port, connection, apiKeys, settings));
        out.printf("%nThe ledger is ready.%n  URL    %s%n  data   %s%n", server.url(), data);
        if (apiKeys) {
            out.printf("  keys required; create one with: run api-key create OWNER%n");
        }
        out.printf("  stop   Ctrl-C, or kill %s%n%n", ProcessHandle.current().pid());
        out.flush();
        server.awaitStop();
        return ExitCode.OK;
    }

    /** The logging system takes a percent sign of the path for a part of its pattern for rolled files, and knows no escape. */
    private static Map<String, String> loggingTo(Path file, PrintWriter out) {
        if (file.toString().contains("%")) {
            out.println("No log file: log files in a directory with % in its name cannot be rolled");
            return Map.of();
        }
        return Map.of("logging.file.name", file.toString());
    }

    /** As the jar says. */
    static final class Version extends ManifestVersion {

        Version() {
            super("counterfoil", Serve.class);
        }
    }
}
