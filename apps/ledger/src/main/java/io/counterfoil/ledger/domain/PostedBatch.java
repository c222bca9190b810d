package io.counterfoil.ledger.domain;

import io.counterfoil.entities.BatchId;
import java.time.Instant;

/**
 * The current state of a batch.
 *
 * @param id the client's batch ID, or the generated one
 * @param source its origin
 * @param ledger the ledger of its transactions
 * @param created the number of transactions it created
 * @param known the number of items that were posted before
 * @param refused the number of refused items
 * @param openedAt when it was created
 */
public record PostedBatch(
        BatchId id, Source source, LedgerId ledger, long created, long known, long refused, Instant openedAt) {

    /** Origins of batches. */
    public enum Source {
        /** One request with all items. */
        REQUEST,
        /** An import, which adds items while it runs. */
        IMPORT
    }
}
