package io.counterfoil.ledger.domain;

import io.counterfoil.entities.BatchId;
import io.counterfoil.idempotency.key.RequestId;
import java.util.List;
import java.util.Optional;

/**
 * A request for many transactions of one ledger.
 *
 * @param key the data key of the batch, unique per client
 * @param id the client's batch ID; generated where it is absent
 * @param mode whether one refused item refuses all
 * @param items 1 to {@value #MAX_ITEMS}, processed in this order
 * @param fingerprint the digest of the request's contents, which detects another request under the same key
 */
public record NewBatch(RequestId key, Optional<BatchId> id, Mode mode, List<BatchItem> items, String fingerprint) {

    /** The maximum number of items of one batch. */
    public static final int MAX_ITEMS = 10_000;

    /** @throws InvalidFieldException when there are no items, or too many */
    public NewBatch {
        if (items.isEmpty()) {
            throw new InvalidFieldException("transactions", "must not be empty");
        }
        if (items.size() > MAX_ITEMS) {
            throw new InvalidFieldException("transactions", "must have at most " + MAX_ITEMS + " items");
        }
    }

    /** The effect of a refused item on the other items. */
    public enum Mode {
        /** All items are posted, or none. */
        ALL_OR_NOTHING,
        /** Each item is posted or refused separately. */
        PER_ITEM
    }
}
