package io.counterfoil.samples.support.story;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.story.Limits;
import io.counterfoil.story.StoryReader;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.scan.Scan;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;

/** What logs tell of a unit of work, bounded. Thread-safe. */
public final class LogStories {

    private static final Limits LIMITS = new Limits(20_000, 2_000, 200_000);
    private static final Duration SILENCE = Duration.ofSeconds(1);
    private static final int THREADS = 2;

    private final LogFiles logs;

    /** Out of these logs. */
    public LogStories(LogFiles logs) {
        this.logs = logs;
    }

    /**
     * A story, and what it was not read from.
     *
     * @param leftOut how many files of the logs were not read, because those that were read are the newest, and as much as is read at once
     */
    public record Told(Story story, int leftOut) {}

    /**
     * The story of all that has this root, as far as it is written to the logs by now.
     *
     * @throws IOException when the logs cannot be read, or are rolled this very moment
     */
    public Told tell(CorrelationId root) throws IOException {
        LogFiles.Chosen chosen = logs.chosen();
        StoryReader reader = new StoryReader(root.value(), LIMITS, SILENCE, ZoneId::systemDefault);
        try (Scan scan = new Scan(chosen.files(), THREADS, true)) {
            return new Told(reader.read(scan), chosen.leftOut());
        }
    }
}
