package io.counterfoil.story.model;

/**
 * A note about a story.
 *
 * @param kind the kind of note
 * @param text a sentence without a full stop and without line breaks
 */
public record Note(Kind kind, String text) {

    /** Kinds of notes. */
    public enum Kind {
        /** A limit was reached; the story is incomplete. */
        BOUNDED,
        /** Input was unreadable, or readable only in part. */
        BROKEN,
        /** The logs are inconsistent: replacements form a cycle, or one line of a pair is missing. */
        ODD
    }
}
