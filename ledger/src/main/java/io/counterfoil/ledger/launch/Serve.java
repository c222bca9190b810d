package io.counterfoil.ledger.launch;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Serves the ledger until it is stopped: what the program does when it is called without a subcommand.
 *
 * <p>Exit codes: 0 after {@code --help}; 1 when it cannot start, 2 when the command line is wrong, both with one line on
 * standard error; 128 + n after signal n, when the service and then its database were stopped.
 */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Serve.Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Starts the ledger on this machine, with a PostgreSQL of its own, and prints its URL.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:help was printed", "1:it could not start; one line says why", "2:the command line was wrong"
        })
public final class Serve implements Callable<Integer> {

    private static final int MAX_PORT = 65_535;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "Port on 127.0.0.1; 0 for any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Mixin
    private Storage storage = new Storage();

    @Option(names = "--api-keys", description = "Asks every client for an API key; see: run api-key --help.")
    private boolean apiKeys;

    private Serve() {}

    /** Serves, and ends the JVM with the exit code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The command line of a program that serves, or does one of these; every failure of any is one line. */
    public static CommandLine commandLine(Object... subcommands) {
        CommandLine program = new CommandLine(new Serve());
        for (Object subcommand : subcommands) {
            program.addSubcommand(subcommand);
        }
        return program.setParameterExceptionHandler((e, args) -> {
                    String message = String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
                    complain(e.getCommandLine().getErr(), message + "; see --help");
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, commandLine, parsed) -> {
                    if (e instanceof LaunchException) {
                        complain(commandLine.getErr(), e.getMessage());
                    } else if (!(e instanceof CancellationException)) {
                        throw e;
                    }
                    return ExitCode.SOFTWARE;
                });
    }

    /** Serves until the service is stopped. */
    @Override
    public Integer call() throws InterruptedException {
        CommandLine commandLine = requireNonNull(spec, "set by picocli").commandLine();
        if (port < 0 || port > MAX_PORT) {
            throw new ParameterException(
                    commandLine, "--port must be between 0 and %d, and is %d".formatted(MAX_PORT, port));
        }
        quietUntilLoggingIsConfigured();
        LedgerServer.requireFree(port);
        PrintWriter out = commandLine.getOut();
        OpenResources open = new OpenResources();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(open, commandLine.getErr()), "stop"));

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
            EmbeddedDatabase database = open.open(() -> EmbeddedDatabase.start(directory));
            connection = database.connection();
            settings = new HashMap<>(loggingTo(database.serviceLog(), out));
            settings.put(
                    CallbackSecretCommand.PROPERTY, database.callbackSecret().text());
            data = "%s (PostgreSQL on 127.0.0.1:%d)".formatted(database.dataDirectory(), database.port());
        }
        LedgerServer server = open.open(() -> LedgerServer.start(port, connection, apiKeys, settings));
        out.printf("%nThe ledger is ready.%n  URL    %s%n  data   %s%n", server.url(), data);
        if (apiKeys) {
            out.printf("  keys   asked for; run api-key create OWNER makes one%n");
        }
        out.printf("  stop   Ctrl-C, or kill %d%n%n", ProcessHandle.current().pid());
        out.flush();
        server.awaitStop();
        return ExitCode.OK;
    }

    /** The logging system takes a percent sign of the path for a part of its pattern for rolled files, and knows no escape. */
    private static Map<String, String> loggingTo(Path file, PrintWriter out) {
        if (file.toString().contains("%")) {
            out.println("Keeping no log, because files below a directory with % in its name cannot be rolled");
            return Map.of();
        }
        return Map.of("logging.file.name", file.toString());
    }

    /** Before a service has configured its logging, libraries would write whatever they have to say; this keeps them quiet. */
    public static void quietUntilLoggingIsConfigured() {
        LoggingSystem.get(Serve.class.getClassLoader()).setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.WARN);
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
    }

    private static void close(OpenResources open, PrintWriter err) {
        try {
            open.close();
        } catch (IOException e) {
            complain(err, "did not stop cleanly: " + LaunchException.reason(e));
        }
    }

    private static void complain(PrintWriter err, @Nullable String message) {
        err.println("counterfoil: " + message);
        err.flush();
    }

    /** The version in the jar's manifest. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Serve.class.getPackage().getImplementationVersion();
            return new String[] {"counterfoil " + (version == null ? "(not packaged)" : version)};
        }
    }
}
