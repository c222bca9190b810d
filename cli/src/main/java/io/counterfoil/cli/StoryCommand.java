package io.counterfoil.cli;

import static java.util.Objects.requireNonNull;

import io.counterfoil.story.Limits;
import io.counterfoil.story.Story;
import io.counterfoil.story.StoryReader;
import io.counterfoil.story.log.LogLine;
import io.counterfoil.story.render.HtmlRenderer;
import io.counterfoil.story.render.JsonLineRenderer;
import io.counterfoil.story.render.JsonRenderer;
import io.counterfoil.story.render.LineRenderer;
import io.counterfoil.story.render.Renderer;
import io.counterfoil.story.render.TextLineRenderer;
import io.counterfoil.story.render.TextRenderer;
import io.counterfoil.story.scan.Follower;
import io.counterfoil.story.scan.LineSink;
import io.counterfoil.story.scan.LogSource;
import io.counterfoil.story.scan.LogSource.Packing;
import io.counterfoil.story.scan.Scan;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
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

    @Parameters(index = "0", paramLabel = "CORR_ID", description = "The correlation id.")
    private String asked = "";

    @Parameters(
            index = "1..*",
            paramLabel = "FILE",
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
    private String gap = "1s";

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

    /** At most one. */
    static final class Format {

        @Option(names = "--json", description = "As JSON.")
        private boolean json;

        @Option(names = "--html", description = "As a page with a timeline, in one file.")
        private boolean html;
    }

    StoryCommand() {
        this(System.in, () -> {
            Thread.sleep(200);
            return true;
        });
    }

    /** With another standard input, and another way to wait for lines. */
    StoryCommand(InputStream in, Follower.Pause pause) {
        this.in = in;
        this.pause = pause;
    }

    @Override
    public Integer call() throws Exception {
        CommandLine commandLine = requireNonNull(spec, "set by picocli").commandLine();
        StoryReader reader = reader(commandLine);
        if (follow && format.html) {
            throw new ParameterException(commandLine, "--follow goes with text and --json, not with --html");
        }
        if (follow && files.contains(Inputs.STANDARD_INPUT)) {
            if (files.size() > 1) {
                throw new ParameterException(commandLine, "--follow takes files, or the standard input alone");
            }
            return followStandardInput(reader, commandLine);
        }
        try (Inputs inputs = Inputs.open(files, in)) {
            for (LogSource source : inputs.sources()) {
                if (follow && source.packing() != Packing.PLAIN) {
                    throw new InputException("%s is packed, and cannot be followed".formatted(source.name()));
                }
            }
            return tell(reader, inputs.sources(), commandLine);
        }
    }

    private StoryReader reader(CommandLine commandLine) {
        try {
            return new StoryReader(
                    asked,
                    new Limits(maxLines, maxUnits, maxLinks),
                    Durations.parse(gap),
                    zone == null ? ZoneId.systemDefault() : ZoneId.of(zone));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new ParameterException(commandLine, requireNonNull(e.getMessage()), e);
        }
    }

    private int tell(StoryReader reader, List<LogSource> sources, CommandLine commandLine) throws Exception {
        PrintWriter out = commandLine.getOut();
        try (Scan scan = scan(sources)) {
            Story story;
            Progress progress = Progress.of(scan, commandLine.getErr());
            try (progress) {
                story = reader.read(scan);
            }
            if (!story.isEmpty() || format.json || format.html) {
                renderer(commandLine).render(story, out);
            } else if (!follow) {
                commandLine.getErr().println("counterfoil: no line of the logs has " + asked);
                story.notes().forEach(note -> commandLine.getErr().println("counterfoil: " + note.text()));
                commandLine.getErr().flush();
            }
            if (follow) {
                try (Follower follower = new Follower(reader::following, sink(reader, commandLine))) {
                    for (LogSource source : sources) {
                        follower.add(source, scan.length(source));
                    }
                    follower.follow(pause);
                }
                return ExitCode.OK;
            }
            return story.isEmpty() ? 1 : ExitCode.OK;
        }
    }

    private Scan scan(List<LogSource> sources) {
        try {
            return new Scan(sources, Runtime.getRuntime().availableProcessors(), follow);
        } catch (IOException e) {
            throw Inputs.failure("a log", e);
        }
    }

    private int followStandardInput(StoryReader reader, CommandLine commandLine) throws IOException {
        LogSource source = new LogSource(0, Inputs.STANDARD_INPUT, Path.of(""), Packing.PLAIN);
        try (Follower follower = new Follower(reader::following, sink(reader, commandLine))) {
            follower.follow(source, in);
        }
        return ExitCode.OK;
    }

    private LineSink sink(StoryReader reader, CommandLine commandLine) {
        LineRenderer renderer = format.json ? new JsonLineRenderer() : new TextLineRenderer(Colours.of(commandLine));
        PrintWriter out = commandLine.getOut();
        return (source, offset, line, cut) -> {
            Optional<LogLine> found = reader.follow(source, offset, line, cut);
            found.ifPresent(one -> renderer.render(one.id(), one.line(), out));
        };
    }

    private Renderer renderer(CommandLine commandLine) {
        return format.json
                ? new JsonRenderer()
                : format.html ? new HtmlRenderer() : new TextRenderer(Colours.of(commandLine));
    }
}
