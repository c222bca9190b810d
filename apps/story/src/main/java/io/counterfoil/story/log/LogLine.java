package io.counterfoil.story.log;

import io.counterfoil.story.model.Line;

/**
 * A parsed line.
 *
 * @param id the correlation ID; empty if the line has no valid one
 * @param newId the ID that replaced it; empty if the line names none
 * @param oldId the ID that it replaced; empty if the line names none
 * @param line the other fields
 * @param defect what is wrong with the line
 * @param joined whether the line was joined of parts; its origin is that of the first
 */
public record LogLine(String id, String newId, String oldId, Line line, Defect defect, boolean joined) {

    /** Defects of a line. */
    public enum Defect {
        /** None. */
        NONE,
        /** Longer than the read limit. */
        CUT,
        /** Begins like JSON and is not a complete object; read as text. */
        NO_JSON,
        /** Not valid UTF-8; read as ISO 8859-1. */
        NO_UTF8
    }
}
