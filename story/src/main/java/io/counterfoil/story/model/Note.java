package io.counterfoil.story.model;

/**
 * A note for the reader of a story.
 *
 * @param kind why
 * @param text a sentence, without its full stop and without line breaks
 */
public record Note(Kind kind, String text) {

    /** Why there is a note. */
    public enum Kind {
        /** A limit was reached: something of the story is not in it. */
        BOUNDED,
        /** Something could not be read, or only in part. */
        BROKEN,
        /** The logs say something odd: ids that replace each other in a circle, or one line of a pair without the other. */
        ODD
    }
}
