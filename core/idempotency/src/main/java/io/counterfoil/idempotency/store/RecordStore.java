package io.counterfoil.idempotency.store;

import io.counterfoil.idempotency.key.IdempotencyKey;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Where records live, whatever claims them. Thread-safe. */
public interface RecordStore {

    /**
     * Reads the record of a key: one read, no write, no transaction of its own. Within a unit of work of the same
     * thread it reads in its transaction, and takes no second connection.
     *
     * @param key the key of the request
     * @return the record; empty where there is none, also while a request is in progress under the key
     * @throws StoreException when the store failed
     */
    Optional<IdempotencyRecord> find(IdempotencyKey key);

    /**
     * Reads the record of a key as {@link #find} does, and how long it is certain to be retained, for a cache. Called outside of units of work.
     * A store that does not override this has no record that a cache may keep.
     *
     * @param key the key of the request
     * @return the record; empty where there is none, also while a request is in progress under the key
     * @throws StoreException when the store failed
     */
    default Optional<RetainedRecord> findRetained(IdempotencyKey key) {
        return find(key).map(record -> new RetainedRecord(record, Optional.of(Duration.ZERO)));
    }

    /**
     * Adds to the numbers of requests that were received under these keys, in one short transaction. A key without
     * a record is passed over.
     *
     * @param requests how many more there were of each key, each at least 1
     * @throws StoreException when the store failed; none or some were added
     */
    void count(Map<IdempotencyKey, Long> requests);

    /**
     * Removes records that have expired, the oldest first. A request in progress or with an unknown outcome is never removed.
     *
     * @param limit the maximum number to remove, at least 1; one call is one short transaction, and never waits for a lock
     * @return how many were removed; fewer than the limit when no more have expired
     * @throws StoreException when the store failed
     */
    int purge(int limit);
}
