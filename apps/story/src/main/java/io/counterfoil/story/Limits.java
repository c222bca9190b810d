package io.counterfoil.story;

import io.counterfoil.story.model.Note;

/**
 * The limits of a story. What exceeds a limit is left out, counted, and reported in a {@link Note}.
 *
 * @param lines the maximum number of lines, at least 1; the earliest are kept
 * @param units the maximum number of units, at least 1
 * @param links the maximum number of replacements read from the logs, at least 1
 */
public record Limits(int lines, int units, int links) {

    /** The default: 100,000 lines, 10,000 units, 1,000,000 links. */
    public static final Limits DEFAULT = new Limits(100_000, 10_000, 1_000_000);

    /**
     * Validates the limits.
     *
     * @throws IllegalArgumentException if a limit is below 1
     */
    public Limits {
        if (lines < 1 || units < 1 || links < 1) {
            throw new IllegalArgumentException(
                    "limits must be at least 1, are %s lines, %s units and %s links".formatted(lines, units, links));
        }
    }
}
