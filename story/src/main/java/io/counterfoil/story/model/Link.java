package io.counterfoil.story.model;

import java.time.Instant;
import java.util.Optional;

/**
 * That one id took the place of another: the pair of lines "Replacing correlation id" and "Replaced
 * correlation id", or one of them where the other is missing.
 *
 * @param from the old id; it may be a descendant of a chapter's first unit
 * @param to the new id; it may be a descendant of a chapter's first unit
 * @param kind what it was done for, as far as the lines tell
 * @param time of the earlier one of its lines; empty when neither has one
 * @param proof which lines of the pair were found
 */
public record Link(String from, String to, Kind kind, Optional<Instant> time, Proof proof) {

    /** What a replacement was done for. */
    public enum Kind {
        /** The old id was given up for a fresh one. */
        REPLACED,
        /** Several ids were given up for the same fresh one. */
        COMBINED,
        /** The new id is older than the replacement: work that had begun under an id of its own took up the one that it was sent. */
        RESTORED
    }

    /** Which lines of the pair were found. */
    public enum Proof {
        /** Both. */
        BOTH,
        /** "Replacing correlation id", under the old id. */
        OLD_ALONE,
        /** "Replaced correlation id", under the new id. */
        NEW_ALONE
    }
}
