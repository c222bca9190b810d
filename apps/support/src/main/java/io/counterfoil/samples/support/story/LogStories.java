package io.counterfoil.samples.support.story;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.story.Limits;
import io.counterfoil.story.StoryReader;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.scan.Scan;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;

/** Reads stories from logs, within limits. Thread-safe. */
public final class LogStories {

    private static final Limits LIMITS = new Limits(20_000, 2_000, 200_000);
    private static final Duration SILENCE = Duration.ofSeconds(1);
    private static final int THREADS = 2;

    private final LogFiles logs;

    /** Creates a reader of these logs. */
    public LogStories(LogFiles logs) {
        this.logs = logs;
    }

    /**
     * A story, and how many files were not read.
     *
     * @param leftOut the number of older log files that were not read because of their size
     */
    public record Told(Story story, int leftOut) {}

    /**
     * Reads the story of a root from what the logs contain now.
     *
     * @throws IOException if the logs cannot be read, also if they are rolled meanwhile
     */
    public Told tell(CorrelationId root) throws IOException {
        LogFiles.Chosen chosen = logs.chosen();
        StoryReader reader = new StoryReader(root.value(), LIMITS, SILENCE, ZoneId::systemDefault);
        try (Scan scan = new Scan(chosen.files(), THREADS, true)) {
            return new Told(reader.read(scan), chosen.leftOut());
        }
    }
}
