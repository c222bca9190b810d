package io.counterfoil.ledger.demo;

import static java.util.Objects.requireNonNull;

import io.counterfoil.samples.support.launch.OwnProgram;
import io.counterfoil.samples.support.launch.Program;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The subcommand {@code demo}: a {@link Demo} with a progress bar and a table.
 *
 * <p>Exit codes: 0 when each transfer was executed exactly once and the balance is right; 1 otherwise, or when the
 * service could not be started or reached; 2 when the command line is invalid. A signal stops the processes that it
 * started.
 */
@Command(
        name = "demo",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Sends transfers from several clients through an unreliable network, and verifies that each is "
                    + "executed exactly once.",
            "Exit code 1: a transfer was lost or executed twice."
        })
public final class DemoCommand implements Callable<Integer> {

    private static final int MAX_TRANSFERS = 1_000_000;
    private static final int MAX_CLIENTS = 64;
    private static final int MAX_KILLS = 10_000;
    private static final long STOP_LIMIT_SECONDS = 60;
    private static final List<String> QUIET = List.of("-Dlogging.level.io.counterfoil=WARN");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--transfers",
            paramLabel = "N",
            defaultValue = "5000",
            description = "Number of transfers, 1 to 1000000. Default: ${DEFAULT-VALUE}.")
    private int transfers;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "8",
            description = "Number of concurrent clients, 1 to 64. Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the transfers, faults and kills, to repeat an earlier run. Default: random.")
    private @Nullable Long seed;

    @Option(
            names = "--kill",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Kills the service N times during the run, 0 to 10000. Clients send further transfers until the"
                            + " last kill. Default: ${DEFAULT-VALUE}.")
    private int kills;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "URL of a running service, http://HOST:PORT. Default: a temporary service.")
    private @Nullable URI url;

    @Option(
            names = "--logs",
            paramLabel = "DIR",
            description = "Directory for client.log and service.log, the input of counterfoil story. Default: no logs.")
    private @Nullable Path logs;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    @SuppressWarnings("UnusedVariable") // picocli evaluates it
    private boolean help;

    /** For picocli to make. */
    public DemoCommand() {}

    @Override
    public Integer call() {
        requireWithin("--transfers", transfers, 1, MAX_TRANSFERS);
        requireWithin("--clients", clients, 1, MAX_CLIENTS);
        requireWithin("--kill", kills, 0, MAX_KILLS);
        requireHttp();
        Program.quietUntilLoggingIsConfigured();
        Thread self = Thread.currentThread();
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(self, ended), "demo-stop"));
        try {
            return run();
        } catch (InterruptedException e) {
            self.interrupt();
            return CommandLine.ExitCode.SOFTWARE;
        } finally {
            ended.countDown();
        }
    }

    private int run() throws InterruptedException {
        if (logs == null) {
            return run(null);
        }
        try (DemoLogs kept = DemoLogs.in(logs)) {
            return run(kept);
        }
    }

    private int run(@Nullable DemoLogs kept) throws InterruptedException {
        PrintWriter out = command().commandLine().getOut();
        Demo demo = new Demo(transfers, clients, seed == null ? new SplittableRandom().nextInt(1_000_000) : seed);
        if (url != null) {
            return run(demo, url, Killer.harmless(), out);
        }
        // The service is this program without a subcommand.
        Class<?> program = command().root().userObject().getClass();
        out.println("Starting a temporary service");
        out.flush();
        List<String> settings = kept == null ? QUIET : kept.serviceSettings();
        try (OwnService service = OwnService.start(OwnProgram.command(program, settings))) {
            return run(demo, service.url(), new Killer(service.victim(), kills, demo.seed()), out);
        }
    }

    private static void tell(PrintWriter out, Path directory, Report report) {
        report.hardestWork().ifPresent(work -> {
            out.printf("%nThe story of the transfer with the most attempts:%n");
            out.printf("  ./counterfoil story %s %s%n", work, directory.resolve("*.log"));
            out.flush();
        });
    }

    private int run(Demo demo, URI service, Killer killer, PrintWriter out) throws InterruptedException {
        out.printf(
                "%s transfers by %s clients to %s, seed %s%s%n",
                transfers,
                clients,
                service,
                demo.seed(),
                kills == 0 ? "" : ", with %s kills of the service".formatted(kills));
        out.flush();
        boolean terminal = CommandLine.Help.Ansi.AUTO.enabled();
        Report report = demo.run(service, killer, () -> Progress.start(out, terminal, transfers, killer));
        report.print(out);
        if (logs != null) {
            tell(out, logs, report);
        }
        return report.exitCode();
    }

    private void requireWithin(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw wrong("%s must be between %s and %s, is %s".formatted(option, least, most, value));
        }
    }

    private void requireHttp() {
        if (url == null) {
            return;
        }
        if (!"http".equalsIgnoreCase(url.getScheme()) || url.getHost() == null || url.getRawQuery() != null) {
            throw wrong("--url must be http://HOST:PORT, is " + url);
        }
        if (kills > 0) {
            throw wrong("--kill and --url exclude each other: the demo kills only the service that it started");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command().commandLine(), message);
    }

    private CommandSpec command() {
        return requireNonNull(spec, "set by picocli");
    }

    private static void stop(Thread runner, CountDownLatch ended) {
        if (ended.getCount() == 0) {
            return;
        }
        runner.interrupt();
        try {
            ended.await(STOP_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
