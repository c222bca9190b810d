package io.counterfoil.samples.controlplane.launch;

import static java.util.Objects.requireNonNull;

import io.counterfoil.ledger.launch.LaunchException;
import io.counterfoil.ledger.launch.Serve;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Runs the control plane until it is stopped.
 *
 * <p>Exit codes: 0 after {@code --help}; 1 when it cannot start, 2 when the command line is wrong, both with one line on standard error;
 * 128 + n after signal n, when everything was stopped.
 */
@Command(
        name = "run control-plane",
        mixinStandardHelpOptions = true,
        versionProvider = ControlPlaneCommand.Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Starts a control plane on this machine and prints its URL: an orchestrator, two controllers, a PostgreSQL",
            "and a RabbitMQ of its own. All of them end with it."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:help was printed", "1:it could not start; one line says why", "2:the command line was wrong"
        })
public final class ControlPlaneCommand implements Callable<Integer> {

    private static final int MAX_PORT = 65_535;
    private static final Duration PAUSE = Duration.ofSeconds(3);

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8090",
            description = "Port on 127.0.0.1; 0 for any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Directory of the embedded PostgreSQL, the journal and the logs; they survive a restart."
                    + " Default: data/control-plane, beside run.")
    private @Nullable Path directory;

    @Option(
            names = "--amqp",
            paramLabel = "URI",
            description = {"A RabbitMQ of your own instead, as", "amqp://USER:PASSWORD@HOST:PORT/VHOST"})
    private @Nullable String amqp;

    private ControlPlaneCommand() {}

    /** The command line of the program with these subcommands; every failure is one line. */
    public static CommandLine commandLine(Object... subcommands) {
        CommandLine program = new CommandLine(new ControlPlaneCommand());
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

    @Override
    public Integer call() throws InterruptedException {
        CommandLine commandLine = requireNonNull(spec, "set by picocli").commandLine();
        if (port < 0 || port > MAX_PORT) {
            throw new ParameterException(
                    commandLine, "--port must be between 0 and %d, and is %d".formatted(MAX_PORT, port));
        }
        Serve.quietUntilLoggingIsConfigured();
        PrintWriter out = commandLine.getOut();
        ControlPlane plane =
                ControlPlane.of(new ControlPlane.Settings(port, directory(), Optional.ofNullable(amqp), PAUSE));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(plane, commandLine.getErr()), "stop"));
        ControlPlane.Started started = plane.start(line -> {
            out.println(line);
            out.flush();
        });
        tell(out, started);
        started.server().awaitStop();
        return ExitCode.OK;
    }

    private Path directory() {
        return directory == null
                ? Path.of(System.getProperty("control-plane.home", ""), "data", "control-plane")
                : directory;
    }

    private static void tell(PrintWriter out, ControlPlane.Started started) {
        out.printf("%nThe control plane is ready.%n  URL    %s%n  data   %s%n", started.url(), started.data());
        out.printf("  logs   %s%n", started.logs());
        out.printf("  stop   Ctrl-C, or kill %d%n%n", ProcessHandle.current().pid());
        out.printf("Try, more than once:%n");
        out.printf(
                "  curl -i %s/v1/swarms/swarm-42/create -H 'Content-Type: application/json' -d '{\"idempotencyKey\": \"first\"}'%n",
                started.url());
        out.printf("and on the page: a slow command, and a controller killed in the middle of it.%n%n");
        out.flush();
    }

    private static void close(ControlPlane plane, PrintWriter err) {
        try {
            plane.close();
        } catch (IOException e) {
            complain(err, "did not stop cleanly: " + e.getMessage());
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
            String version = ControlPlaneCommand.class.getPackage().getImplementationVersion();
            return new String[] {"counterfoil control-plane " + (version == null ? "(not packaged)" : version)};
        }
    }
}
