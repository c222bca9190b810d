package io.counterfoil.story;

import io.counterfoil.story.model.Line;
import java.time.Instant;
import java.util.Comparator;

/** A line of the story with its sort keys. */
record StoryLine(String id, Line line, int source, Instant at) {

    /** Orders lines by file and offset. */
    static final Comparator<StoryLine> BY_PLACE = Comparator.comparingInt(StoryLine::source)
            .thenComparingLong(kept -> kept.line().origin().offset());

    /** Orders lines by time; lines of one instant by file and offset. */
    static final Comparator<StoryLine> BY_TIME =
            Comparator.comparing(StoryLine::at).thenComparing(BY_PLACE);

    StoryLine movedTo(Instant other) {
        return new StoryLine(id, line, source, other);
    }

    int size() {
        return 200 + 2 * line.message().length();
    }
}
