package io.counterfoil.samples.controlplane.launch;

import static java.util.Objects.requireNonNull;

import io.counterfoil.samples.support.launch.ManifestVersion;
import io.counterfoil.samples.support.launch.PortOption;
import io.counterfoil.samples.support.launch.Program;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
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
            "Starts a control plane on this machine and prints its URL: an orchestrator, two controllers, "
                    + "an embedded PostgreSQL and a RabbitMQ. All of them stop with it."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:help was printed",
            "1:it could not start; one line states the reason",
            "2:the command line was invalid"
        })
public final class ControlPlaneCommand implements Callable<Integer> {

    private static final Duration PAUSE = Duration.ofSeconds(3);

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private PortOption portOption = new PortOption(8090);

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Directory of the embedded PostgreSQL, the journal and the logs, kept across restarts."
                    + " Default: data/control-plane, beside run.")
    private @Nullable Path directory;

    @Option(
            names = "--amqp",
            paramLabel = "URI",
            description = {"Existing RabbitMQ to use instead:", "amqp://USER:PASSWORD@HOST:PORT/VHOST"})
    private @Nullable String amqp;

    private ControlPlaneCommand() {}

    /** The command line of the program with these subcommands; every failure is one line. */
    public static CommandLine commandLine(Object... subcommands) {
        return Program.commandLine(new ControlPlaneCommand(), subcommands);
    }

    @Override
    public Integer call() throws InterruptedException {
        CommandLine commandLine = requireNonNull(spec, "set by picocli").commandLine();
        int port = portOption.port(commandLine);
        Program.quietUntilLoggingIsConfigured();
        PrintWriter out = commandLine.getOut();
        ControlPlane plane =
                ControlPlane.of(new ControlPlane.Settings(port, directory(), Optional.ofNullable(amqp), PAUSE));
        Program.closeAtEnd(plane, commandLine.getErr());
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
        out.printf("  stop   Ctrl-C, or kill %s%n%n", ProcessHandle.current().pid());
        out.printf("Send repeatedly:%n");
        out.printf(
                "  curl -i %s/v1/swarms/swarm-42/create -H 'Content-Type: application/json' -d '{\"idempotencyKey\": \"first\"}'%n",
                started.url());
        out.printf("On the page: send a slow command and kill a controller during its execution.%n%n");
        out.flush();
    }

    /** As the jar says. */
    static final class Version extends ManifestVersion {

        Version() {
            super("counterfoil control-plane", ControlPlaneCommand.class);
        }
    }
}
