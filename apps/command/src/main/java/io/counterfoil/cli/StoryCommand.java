package io.counterfoil.cli;

import static java.util.Objects.requireNonNull;

import io.counterfoil.cli.StoryRun.Streams;
import io.counterfoil.story.Limits;
import io.counterfoil.story.log.Ids;
import io.counterfoil.story.scan.Follower;
import io.counterfoil.story.text.Ink;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The subcommand {@code story}. */
@Command(
        name = "story",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        preprocessor = StoryCommand.HyphenatedIds.class,
        description = {
            "Prints the log lines of a unit of work: those logged under its correlation ID (or under the IDs of the"
                    + " lines that have an idempotency key), under the descendants of that ID, and under the IDs that it"
                    + " was replaced by, combined into or restored from.",
            "Reads JSON logs (ECS, GELF, Logstash, and others with a field corr_id) and text logs with [corr_id=...],"
                    + " of several services, plain or compressed by gzip or zstd."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the story was printed",
            "1:no matching line",
            "2:invalid command line, or a file cannot be read"
        })
final class StoryCommand implements Callable<Integer> {

    private final InputStream in;
    private final Follower.Pause pause;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "ID",
            description = "The correlation ID, or an idempotency key: the story of all attempts under it.",
            converter = HyphenatedIds.class)
    private String requested = "";

    @Parameters(
            index = "1..*",
            paramLabel = "FILE",
            converter = HyphenatedIds.class,
            description = "Log files. Without a file, or for -, standard input is read and copied to a temporary file.")
    private List<String> files = List.of(Inputs.STANDARD_INPUT);

    @ArgGroup
    private Format format = new Format();

    @Option(
            names = {"-f", "--follow"},
            description =
                    "Then prints new lines as they are written, until the command is stopped. Standard input must be"
                            + " the only log, and is printed as it arrives.")
    private boolean follow;

    @Option(
            names = "--gap",
            paramLabel = "TIME",
            description = "Mark pauses of at least this length: 500ms, 1s, 5m. Default: 1s.")
    private @Nullable String gap;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "Time zone of timestamps without an offset: UTC, Europe/Berlin. Default: this machine's.")
    private @Nullable String zone;

    @Option(
            names = "--max-lines",
            paramLabel = "N",
            description = "Maximum number of lines; the earliest are kept. Default: ${DEFAULT-VALUE}.")
    private int maxLines = Limits.DEFAULT.lines();

    @Option(
            names = "--max-units",
            paramLabel = "N",
            description = "Maximum number of correlation IDs; the earliest are kept. Default: ${DEFAULT-VALUE}.")
    private int maxUnits = Limits.DEFAULT.units();

    @Option(
            names = "--max-links",
            paramLabel = "N",
            description = "Maximum number of ID replacements read from the logs. Default: ${DEFAULT-VALUE}.")
    private int maxLinks = Limits.DEFAULT.links();

    /**
     * Lets picocli accept generated IDs that begin with a hyphen: a marker is put before them while the arguments are
     * parsed.
     */
    static final class HyphenatedIds implements IParameterPreprocessor, ITypeConverter<String> {

        private static final String MARK = "\0";

        @Override
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, @Nullable ArgSpec argument, Map<String, Object> info) {
            arguments.replaceAll(word -> word.startsWith("-") && Ids.isGenerated(word) ? MARK + word : word);
            return false;
        }

        @Override
        public String convert(String word) {
            return word.startsWith(MARK) ? word.substring(MARK.length()) : word;
        }
    }

    /** The output format; at most one option. */
    static final class Format {

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Option(names = "--html", description = "Print an HTML page with a timeline, in one file.")
        private boolean html;
    }

    StoryCommand() {
        this(System.in, StoryRun.PAUSE);
    }

    /** Creates the command with another standard input and another pause between reads. */
    StoryCommand(InputStream in, Follower.Pause pause) {
        this.in = in;
        this.pause = pause;
    }

    @Override
    public Integer call() throws IOException {
        CommandLine commandLine = requireNonNull(spec, "set by picocli").commandLine();
        try {
            return story(commandLine).run();
        } catch (UsageException e) {
            throw new ParameterException(commandLine, requireNonNull(e.getMessage()), e);
        }
    }

    private StoryRun story(CommandLine commandLine) {
        try {
            return new StoryRun(
                    requested,
                    files,
                    format.json ? StoryFormat.JSON : format.html ? StoryFormat.HTML : StoryFormat.TEXT,
                    follow,
                    new Limits(maxLines, maxUnits, maxLinks),
                    gap == null ? StoryRun.DEFAULT_GAP : Durations.parse(gap),
                    zoneOfTimes(),
                    new Streams(
                            in,
                            commandLine.getOut(),
                            commandLine.getErr(),
                            new Ink(commandLine.getColorScheme().ansi().enabled()),
                            pause));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new UsageException(String.valueOf(e.getMessage()), e);
        }
    }

    private Supplier<ZoneId> zoneOfTimes() {
        if (zone == null) {
            return ZoneId::systemDefault;
        }
        ZoneId chosen = ZoneId.of(zone);
        return () -> chosen;
    }
}
