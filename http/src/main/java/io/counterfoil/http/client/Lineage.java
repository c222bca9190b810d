package io.counterfoil.http.client;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.AttemptId;

/**
 * The correlation IDs of one send: the work's own, and for each try that one extended by the attempt ID.
 *
 * <p>By the attempt ID and not by the try's number alone, because a piece of work may send many intentions, and none of
 * them knows how far the others have counted.
 */
record Lineage(CorrelationId base) {

    /** Continues the current work; where its ID has no room for an extension, under a fresh one that replaces it (CO-6). */
    static Lineage ofCurrent(int longestExtension) {
        CorrelationId current = Correlation.current().orElseGet(CorrelationId::fresh);
        int extended = current.value().length() + 1 + longestExtension;
        return new Lineage(extended <= CorrelationId.maxLength() ? current : Correlation.replacing(current));
    }

    CorrelationId of(AttemptId attempt) {
        String extended = base + "." + attempt;
        // Where the longest is set to 32 characters or little more, not even a fresh one has room for every attempt.
        return extended.length() <= CorrelationId.maxLength() ? CorrelationId.parse(extended) : base;
    }
}
