package io.counterfoil.story;

import io.counterfoil.story.model.Note;

/**
 * How much a story may hold. What is beyond is left out, counted, and said in a {@link Note}.
 *
 * @param lines of a story, at least 1; the earliest found are kept
 * @param units of a story, at least 1
 * @param links that are kept from all logs, at least 1
 */
public record Limits(int lines, int units, int links) {

    /** Enough for any story that a person can read. */
    public static final Limits DEFAULT = new Limits(100_000, 10_000, 1_000_000);

    /**
     * As said above.
     *
     * @throws IllegalArgumentException when one is below 1
     */
    public Limits {
        if (lines < 1 || units < 1 || links < 1) {
            throw new IllegalArgumentException("limits must be 1 at least, and are %d lines, %d units and %d links"
                    .formatted(lines, units, links));
        }
    }
}
