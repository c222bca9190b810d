package io.counterfoil.ledger.domain;

import io.counterfoil.entities.BatchId;
import io.counterfoil.idempotency.key.RequestId;
import java.util.List;
import java.util.Optional;

/**
 * The wish for many transactions of one ledger, in one request.
 *
 * @param key the data key of the whole, unique per client
 * @param id the client's name for the collection; one is made where it is absent
 * @param mode whether one bad item sinks the rest
 * @param items 1 to {@value #MAX_ITEMS}, in the order in which they are granted
 * @param fingerprint over all that was asked for, so that another wish under the same key is told from this one
 */
public record NewBatch(RequestId key, Optional<BatchId> id, Mode mode, List<BatchItem> items, String fingerprint) {

    /** The most items of one batch. */
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

    /** What becomes of the others when an item is refused. */
    public enum Mode {
        /** All are granted, or none. */
        ALL_OR_NOTHING,
        /** Each is granted or refused by itself. */
        PER_ITEM
    }
}
