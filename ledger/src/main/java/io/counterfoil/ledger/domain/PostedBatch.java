package io.counterfoil.ledger.domain;

import io.counterfoil.entities.BatchId;
import java.time.Instant;

/**
 * A batch as it now is.
 *
 * @param id the client's name for the collection, or the one that was made
 * @param source what made it
 * @param ledger whose transactions its members are
 * @param created how many transactions it made
 * @param known how many of its items had been granted before
 * @param refused how many were not granted
 * @param openedAt when it was made
 */
public record PostedBatch(
        BatchId id, Source source, LedgerId ledger, long created, long known, long refused, Instant openedAt) {

    /** What makes batches. */
    public enum Source {
        /** One request that named all items. */
        REQUEST,
        /** An import, whose batch grows while it runs. */
        IMPORT
    }
}
