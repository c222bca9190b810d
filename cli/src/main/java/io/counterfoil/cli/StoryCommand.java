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

/** {@code counterfoil story}: see its help. */
@Command(
        name = "story",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        preprocessor = StoryCommand.HyphenatedIds.class,
        description = {
            "Tells the story of a unit of work: what was logged under its correlation id, under the ids that descend from it, and"
                    + " under the ids that it was replaced by, combined into or restored from.",
            "Reads JSON logs (ECS, GELF, Logstash, and others that have corr_id as a field) and text logs that have [corr_id=...],"
                    + " of several services, plain or packed by gzip or zstd."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the story was told", "1:no line belongs to it", "2:the command line, or a file, is wrong"})
final class StoryCommand implements Callable<Integer> {

    private final InputStream in;
    private final Follower.Pause pause;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "CORR_ID",
            description = "The correlation id.",
            converter = HyphenatedIds.class)
    private String asked = "";

    @Parameters(
            index = "1..*",
            paramLabel = "FILE",
            converter = HyphenatedIds.class,
            description = "Logs. Without any, or for -, the standard input, which is copied to a temporary file.")
    private List<String> files = List.of(Inputs.STANDARD_INPUT);

    @ArgGroup
    private Format format = new Format();

    @Option(
            names = {"-f", "--follow"},
            description =
                    "Then goes on with the lines that are written, until it is stopped. The standard input has to be the only"
                            + " log, and is told as it comes.")
    private boolean follow;

    @Option(names = "--gap", paramLabel = "TIME", description = "A silence to point at: 500ms, 1s, 5m. Default: 1s.")
    private @Nullable String gap;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "Of times without an offset: UTC, Europe/Berlin. Default: this machine's.")
    private @Nullable String zone;

    @Option(
            names = "--max-lines",
            paramLabel = "N",
            description = "Lines to tell at most: the earliest. Default: ${DEFAULT-VALUE}.")
    private int maxLines = Limits.DEFAULT.lines();

    @Option(
            names = "--max-units",
            paramLabel = "N",
            description = "Ids to tell of at most: the earliest. Default: ${DEFAULT-VALUE}.")
    private int maxUnits = Limits.DEFAULT.units();

    @Option(
            names = "--max-links",
            paramLabel = "N",
            description = "Replacements to keep of all logs. Default: ${DEFAULT-VALUE}.")
    private int maxLinks = Limits.DEFAULT.links();

    /** Keeps an id that was made, and begins with a hyphen, from being taken for an option: a character stands in front of it meanwhile. */
    static final class HyphenatedIds implements IParameterPreprocessor, ITypeConverter<String> {

        private static final String MARK = "\0";

        @Override
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, @Nullable ArgSpec argument, Map<String, Object> info) {
            arguments.replaceAll(word -> word.startsWith("-") && Ids.isMade(word) ? MARK + word : word);
            return false;
        }

        @Override
        public String convert(String word) {
            return word.startsWith(MARK) ? word.substring(MARK.length()) : word;
        }
    }

    /** At most one. */
    static final class Format {

        @Option(names = "--json", description = "As JSON.")
        private boolean json;

        @Option(names = "--html", description = "As a page with a timeline, in one file.")
        private boolean html;
    }

    StoryCommand() {
        this(System.in, StoryRun.PAUSE);
    }

    /** With another standard input, and another way to wait for lines. */
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
                    asked,
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
