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
 * Tells a story. Knows nothing of the library that reads command lines: that takes longer to load than most stories take to read, and a
 * plain call goes without it.
 *
 * @param asked the correlation id
 * @param files names of logs; {@code -} for the standard input
 * @param gap from how long a pause on is a gap
 * @param zone of times without an offset; not asked before there is one, since the JDK has to read its tables for it
 */
record StoryRun(
        String asked,
        List<String> files,
        StoryFormat format,
        boolean follow,
        Limits limits,
        Duration gap,
        Supplier<ZoneId> zone,
        Streams streams) {

    static final Duration DEFAULT_GAP = Duration.ofSeconds(1);

    /** How often a followed log is looked at. */
    static final Follower.Pause PAUSE = () -> {
        Thread.sleep(200);
        return true;
    };

    private static final int TOLD = 0;
    private static final int NOTHING_FOUND = 1;

    /**
     * Where it reads and writes.
     *
     * @param ink for text on {@code out}
     * @param pause what happens between two looks at a log that is followed
     */
    record Streams(InputStream in, PrintWriter out, PrintWriter err, Ink ink, Follower.Pause pause) {}

    /**
     * Tells it.
     *
     * @return the exit code: 0 when it was told, 1 when no line belongs to it
     * @throws UsageException when what was asked for makes no sense; nothing was read then
     * @throws InputException when a log cannot be read
     * @throws IOException when reading fails on the way
     */
    int run() throws IOException {
        StoryReader reader = reader();
        if (follow && format == StoryFormat.HTML) {
            throw new UsageException("--follow goes with text and --json, not with --html");
        }
        if (follow && files.contains(Inputs.STANDARD_INPUT)) {
            if (files.size() > 1) {
                throw new UsageException("--follow takes files, or the standard input alone");
            }
            return followStandardInput(reader);
        }
        try (Inputs inputs = Inputs.open(files, streams.in())) {
            for (LogSource source : inputs.sources()) {
                if (follow && source.packing() != Packing.PLAIN) {
                    throw new InputException("%s is packed, and cannot be followed".formatted(source.name()));
                }
            }
            return tell(reader, inputs.sources());
        }
    }

    private StoryReader reader() {
        try {
            return new StoryReader(asked, limits, gap, zone);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()), e);
        }
    }

    private int tell(StoryReader reader, List<LogSource> sources) throws IOException {
        try (Scan scan = scan(sources)) {
            Story story;
            Progress progress = Progress.of(scan, streams.err());
            try (progress) {
                story = reader.read(scan);
            }
            if (!story.isEmpty() || format != StoryFormat.TEXT) {
                renderer().render(story, streams.out());
            } else if (!follow) {
                streams.err().println("counterfoil: no line of the logs has " + asked);
                story.notes().forEach(note -> streams.err().println("counterfoil: " + note.text()));
                streams.err().flush();
            }
            if (follow) {
                try (Follower follower = new Follower(reader.following(scan, told()))) {
                    for (LogSource source : sources) {
                        follower.add(source, scan.length(source));
                    }
                    follower.follow(streams.pause());
                }
                return TOLD;
            }
            return story.isEmpty() ? NOTHING_FOUND : TOLD;
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
        try (Follower follower = new Follower(reader.following(told()))) {
            follower.follow(source, streams.in());
        }
        return TOLD;
    }

    private Consumer<LogLine> told() {
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
