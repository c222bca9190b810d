package io.counterfoil.http.client;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.AttemptId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The correlation IDs of one send: the work's own, and for each try that one extended by the attempt ID.
 *
 * <p>By the attempt ID and not by the try's number alone, because a piece of work may send many intentions, and none of
 * them knows how far the others have counted.
 */
record Lineage(CorrelationId base) {

    private static final Logger LOG = LoggerFactory.getLogger(RetryLoop.class);

    /** Continues the current work; where its ID has no room for an extension, under a fresh one that replaces it (CO-6). */
    static Lineage ofCurrent(int longestExtension) {
        CorrelationId current = Correlation.current().orElseGet(CorrelationId::fresh);
        int extended = current.value().length() + 1 + longestExtension;
        return new Lineage(extended <= CorrelationId.MAX_LENGTH ? current : replacementOf(current));
    }

    CorrelationId of(AttemptId attempt) {
        return CorrelationId.parse(base + "." + attempt);
    }

    private static CorrelationId replacementOf(CorrelationId old) {
        CorrelationId fresh = CorrelationId.fresh();
        LOG.info("Replacing correlation id [corr_id={}] [new_corr_id={}]", old, fresh);
        Correlation.Scope scope = Correlation.open(fresh);
        try (scope) {
            LOG.info("Replaced correlation id [corr_id={}] [old_corr_id={}]", fresh, old);
        }
        return fresh;
    }
}
