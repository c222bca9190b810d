package io.counterfoil.story.model;

import java.time.Instant;
import java.util.Optional;

/**
 * The replacement of one ID by another: the pair of lines "Replacing correlation id" and "Replaced correlation id", or
 * one of them.
 *
 * @param from the old ID; may be a descendant of the first unit of a chapter
 * @param to the new ID; may be a descendant of the first unit of a chapter
 * @param kind the purpose of the replacement, as far as the lines show it
 * @param time the earlier time of its lines; empty if neither has one
 * @param proof the lines of the pair that were found
 */
public record Link(String from, String to, Kind kind, Optional<Instant> time, Proof proof) {

    /** Purposes of replacements. */
    public enum Kind {
        /** The old ID was replaced by a new one. */
        REPLACED,
        /** Several IDs were replaced by the same new one. */
        COMBINED,
        /**
         * The new ID is older than the replacement: work that began under its own ID continues under an ID that it
         * received.
         */
        RESTORED
    }

    /** The lines of the pair that were found. */
    public enum Proof {
        /** Both lines. */
        BOTH,
        /** Only "Replacing correlation id" under the old ID. */
        OLD_ALONE,
        /** Only "Replaced correlation id" under the new ID. */
        NEW_ALONE
    }
}
