package io.counterfoil.cli;

import io.counterfoil.story.Limits;
import io.counterfoil.story.StoryReader;
import io.counterfoil.story.log.LogLine;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.render.HtmlRenderer;
import io.counterfoil.story.render.JsonLineRenderer;
import io.counterfoil.story.render.JsonRenderer;
import io.counterfoil.story.render.LineRenderer;
import io.counterfoil.story.render.Renderer;
import io.counterfoil.story.render.TextLineRenderer;
import io.counterfoil.story.render.TextRenderer;
import io.counterfoil.story.scan.Follower;
import io.counterfoil.story.scan.LogSource;
import io.counterfoil.story.scan.LogSource.Packing;
import io.counterfoil.story.scan.Scan;
import io.counterfoil.story.text.Ink;
import io.counterfoil.story.text.Visible;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One run of the subcommand {@code story}. It does not depend on picocli, whose loading takes longer than most stories.
 *
 * @param requested the correlation ID or idempotency key
 * @param files file names; {@code -} is standard input
 * @param gap the shortest pause that is marked
 * @param zone the zone of timestamps without an offset; read on first use, because the JDK then loads its zone tables
 */
record StoryRun(
        String requested,
        List<String> files,
        StoryFormat format,
        boolean follow,
        Limits limits,
        Duration gap,
        Supplier<ZoneId> zone,
        Streams streams) {

    static final Duration DEFAULT_GAP = Duration.ofSeconds(1);

    /** The pause between two reads of a followed log. */
    static final Follower.Pause PAUSE = () -> {
        Thread.sleep(200);
        return true;
    };

    private static final int PRINTED = 0;
    private static final int NOTHING_FOUND = 1;

    /**
     * The streams of a run.
     *
     * @param ink the style of text on {@code out}
     * @param pause the pause between two reads of a followed log
     */
    record Streams(InputStream in, PrintWriter out, PrintWriter err, Ink ink, Follower.Pause pause) {}

    /**
     * Reads the logs and prints the story.
     *
     * @return the exit code: 0 if the story was printed, 1 if no line belongs to it
     * @throws UsageException if the options contradict each other; nothing has been read
     * @throws InputException if a log cannot be opened
     * @throws IOException if reading fails
     */
    int run() throws IOException {
        StoryReader reader = reader();
        if (follow && format == StoryFormat.HTML) {
            throw new UsageException("--follow supports text and --json, not --html");
        }
        if (follow && files.contains(Inputs.STANDARD_INPUT)) {
            if (files.size() > 1) {
                throw new UsageException("--follow reads either files or standard input, not both");
            }
            return followStandardInput(reader);
        }
        try (Inputs inputs = Inputs.open(files, streams.in())) {
            for (LogSource source : inputs.sources()) {
                if (follow && source.packing() != Packing.PLAIN) {
                    throw new InputException(
                            "%s is compressed or no log of lines, and cannot be followed".formatted(source.name()));
                }
            }
            return print(reader, inputs.sources());
        }
    }

    private StoryReader reader() {
        try {
            return new StoryReader(requested, limits, gap, zone);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()), e);
        }
    }

    private int print(StoryReader reader, List<LogSource> sources) throws IOException {
        try (Scan scan = scan(sources)) {
            Story story;
            Progress progress = Progress.of(scan, streams.err());
            try (progress) {
                story = reader.read(scan);
            }
            if (!story.isEmpty() || format != StoryFormat.TEXT) {
                renderer().render(story, streams.out());
            } else if (!follow) {
                streams.err()
                        .println("counterfoil: no line in the logs has " + Visible.of(requested)
                                + " as its correlation ID or idempotency key");
                story.notes().forEach(note -> streams.err().println("counterfoil: " + note.text()));
                streams.err().flush();
            }
            if (follow) {
                try (Follower follower = new Follower(reader.following(scan, linePrinter()))) {
                    for (LogSource source : sources) {
                        follower.add(source, scan.length(source));
                    }
                    follower.follow(streams.pause());
                }
                return PRINTED;
            }
            return story.isEmpty() ? NOTHING_FOUND : PRINTED;
        }
    }

    private Scan scan(List<LogSource> sources) {
        try {
            return new Scan(sources, Runtime.getRuntime().availableProcessors(), follow);
        } catch (IOException e) {
            throw Inputs.failure("a log", e);
        }
    }

    private int followStandardInput(StoryReader reader) throws IOException {
        LogSource source = new LogSource(0, Inputs.STANDARD_INPUT, Path.of(""), Packing.PLAIN);
        try (Follower follower = new Follower(reader.following(linePrinter()))) {
            follower.follow(source, streams.in());
        }
        return PRINTED;
    }

    private Consumer<LogLine> linePrinter() {
        LineRenderer renderer =
                format == StoryFormat.JSON ? new JsonLineRenderer() : new TextLineRenderer(streams.ink());
        return found -> renderer.render(found.id(), found.line(), streams.out());
    }

    private Renderer renderer() {
        return switch (format) {
            case TEXT -> new TextRenderer(streams.ink());
            case JSON -> new JsonRenderer();
            case HTML -> new HtmlRenderer();
        };
    }
}
