package io.counterfoil.story;

import io.counterfoil.story.model.Line;
import java.time.Instant;
import java.util.Comparator;

/** A line of the story, with what it is sorted by. */
record Kept(String id, Line line, int source, Instant at) {

    /** Where lines stand: by file, then by place in it. */
    static final Comparator<Kept> BY_PLACE = Comparator.comparingInt(Kept::source)
            .thenComparingLong(kept -> kept.line().origin().offset());

    /** When lines were logged, those of one instant by where they stand. */
    static final Comparator<Kept> BY_TIME = Comparator.comparing(Kept::at).thenComparing(BY_PLACE);

    Kept movedTo(Instant other) {
        return new Kept(id, line, source, other);
    }

    int size() {
        return 200 + 2 * line.message().length();
    }
}
