package io.counterfoil.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ./soak}. */
@Command(
        name = "./soak",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Repeats the long forms of the tests with different seeds until a promise is broken or the time is over.",
        exitCodeOnExecutionException = SoakCommand.FAULT,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:all promises held",
            "1:a promise was broken",
            "2:invalid command line",
            "3:the tests could not be run",
            "130:stopped by Ctrl-C"
        })
final class SoakCommand implements Callable<Integer> {

    static final int BROKEN = 1;
    static final int FAULT = 3;
    static final int STOPPED = 130;

    private final Path home;
    private final List<Area> areas;
    private final Modules modules;
    private final Clock clock;
    private final boolean terminal;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    @Parameters(paramLabel = "AREA", arity = "0..*", description = "The areas to run; all by default.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--list", description = "List the areas.")
    private boolean list;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "Total minutes, divided evenly among the areas; ${DEFAULT-VALUE} by default.")
    private int minutes = 60;

    @Option(names = "--rounds", paramLabel = "N", description = "Number of rounds per area, instead of minutes.")
    private @Nullable Integer rounds;

    @Option(
            names = "--kills",
            paramLabel = "N",
            description =
                    "Number of kills in each suite that kills, instead of its own; in failover of each kind in each mode.")
    private @Nullable Integer kills;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the first round of each area; later rounds count up.")
    private @Nullable Long seed;

    @Option(names = "--record", description = "Write the table to lab/notes/soak.md if all promises held.")
    private boolean record;

    /**
     * Creates a command.
     *
     * @param home the root of the repository
     * @param terminal whether standard output is a terminal
     */
    SoakCommand(Path home, List<Area> areas, Modules modules, Clock clock, boolean terminal) {
        this.home = home;
        this.areas = areas;
        this.modules = modules;
        this.clock = clock;
        this.terminal = terminal;
    }

    /** The picocli command. An invalid command line is reported in one or two lines on standard error. */
    CommandLine commandLine() {
        return new CommandLine(this).setParameterExceptionHandler((wrong, args) -> {
            PrintWriter err = wrong.getCommandLine().getErr();
            err.printf("soak: %s%nSee: ./soak --help%n", wrong.getMessage());
            err.flush();
            return CommandLine.ExitCode.USAGE;
        });
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        List<Area> chosen = chosen();
        if (list) {
            chosen.forEach(area -> out.printf("%-12s %s; counts %s%n", area.name(), area.proves(), area.counts()));
            out.flush();
            return CommandLine.ExitCode.OK;
        }
        Soak.Extent extent = extent();
        long first = seed == null ? new SecureRandom().nextInt(1_000_000_000) : seed;
        modules.build(Area.modules(chosen), out);
        out.printf("Seed %s%n", first);
        Soak soak = new Soak(
                chosen,
                modules,
                clock,
                new Progress(out, terminal),
                home.resolve("lab/soak-runner/target/logs").toAbsolutePath(),
                extent,
                first);
        Thread hook = new Thread(soak::stop, "stop");
        Runtime.getRuntime().addShutdownHook(hook);
        Tally.Result result = soak.run();
        if (result == Tally.Result.STOPPED) {
            return STOPPED;
        }
        Runtime.getRuntime().removeShutdownHook(hook);
        if (record && result == Tally.Result.PASSED) {
            Path page = home.resolve("lab/notes/soak.md");
            RecordedSoak.write(page, soak.tallies(), command(extent, first), clock);
            out.printf("Recorded in %s%n", page);
        }
        out.flush();
        return result == Tally.Result.PASSED ? CommandLine.ExitCode.OK : BROKEN;
    }

    private List<Area> chosen() {
        for (String name : names) {
            if (areas.stream().noneMatch(area -> area.name().equals(name))) {
                throw wrong("unknown area %s; known areas: %s"
                        .formatted(name, areas.stream().map(Area::name).collect(Collectors.joining(", "))));
            }
        }
        return areas.stream()
                .filter(area -> names.isEmpty() || names.contains(area.name()))
                .toList();
    }

    private Soak.Extent extent() {
        boolean timed = spec.commandLine().getParseResult().hasMatchedOption("--minutes");
        if (timed && rounds != null) {
            throw wrong("--minutes and --rounds are mutually exclusive");
        }
        if (minutes < 1 || (rounds != null && rounds < 1)) {
            throw wrong("%s must be at least 1".formatted(timed ? "--minutes" : "--rounds"));
        }
        if (kills != null && kills < 1) {
            throw wrong("--kills must be at least 1");
        }
        return new Soak.Extent(Duration.ofMinutes(minutes), Optional.ofNullable(rounds), Optional.ofNullable(kills));
    }

    private String command(Soak.Extent extent, long first) {
        String areaNames = names.isEmpty() ? "" : " " + String.join(" ", names);
        String length = rounds == null ? "--minutes " + minutes : "--rounds " + rounds;
        return "./soak%s %s%s --seed %s".formatted(areaNames, length, extent.killsOption(), first);
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
