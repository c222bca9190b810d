package io.counterfoil.idempotency.store;

import io.counterfoil.idempotency.key.IdempotencyKey;
import java.util.Optional;

/**
 * Looks at what a store keeps, for operators: the power of a store meanwhile {@link RecordStore}, and no part of any request's way.
 * Changes nothing, and never waits for a request at work. Thread-safe.
 *
 * <p>A request that was given up is none: what a store may keep of it is nobody's record. A request at work in a transaction is
 * none before it commits. An expired record is one until it is removed, since it still answers duplicates.
 *
 * <p>A store proves itself by a subclass of the test kit's contract.
 */
public interface RecordDirectory {

    /**
     * One page of records, without what is kept of their answers. A record that changes between two pages may be seen on both, or
     * on none; all others are seen once.
     *
     * @throws StoreException when the store failed, or gave up because looking would have taken longer than its limit
     */
    RecordPage list(RecordQuery query);

    /**
     * One record.
     *
     * @return empty where nothing is kept under the key, or the request was given up
     * @throws StoreException when the store failed
     */
    Optional<RecordDetail> look(IdempotencyKey key);
}
