package io.counterfoil.story.log;

import io.counterfoil.story.model.Line;

/**
 * A line that was read.
 *
 * @param id the correlation id; empty when the line has none that keeps the grammar
 * @param newId what the line says that the id was replaced by; empty when it says nothing
 * @param oldId what the line says that the id took the place of; empty when it says nothing
 * @param line what else it says
 * @param defect what is wrong with it
 */
public record LogLine(String id, String newId, String oldId, Line line, Defect defect) {

    /** What can be wrong with a line. */
    public enum Defect {
        /** Nothing. */
        NONE,
        /** It is longer than is read. */
        CUT,
        /** It begins as JSON, and is no complete object: read as text. */
        NO_JSON,
        /** It is no UTF-8: read as ISO 8859-1. */
        NO_UTF8
    }
}
