package io.counterfoil.idempotency.directory;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.idempotency.store.StoreException;
import java.util.Optional;

/**
 * Lists the entries of a store, for operators: an optional interface of a store next to {@link RecordStore}, which no request depends on.
 * Changes nothing, and never waits for a request in progress. Thread-safe.
 *
 * <p>A released request has no entry, nor has a request in progress in a transaction before it commits. An expired record has one until it
 * is purged, since it is still replayed to duplicates.
 *
 * <p>A store proves itself by a subclass of the test kit's contract.
 */
public interface RecordDirectory {

    /**
     * Lists one page of entries, without their payloads. An entry that changes between two pages may be on both, or on neither; every other
     * one is on exactly one.
     *
     * @param query which entries, from which position on, and how many
     * @return the page; without entries where none match
     * @throws StoreException when the store failed, or ended the query because it took longer than its limit
     */
    RecordPage list(RecordQuery query);

    /**
     * Reads one entry, with its payload.
     *
     * @param key the key of the request
     * @return the entry; empty where nothing is kept under the key, or the request was given up
     * @throws StoreException when the store failed
     */
    Optional<RecordDetail> look(IdempotencyKey key);

    /**
     * Counts what waits in the store, for gauges: one query, bounded by the limit. Where more rows wait than the limit, each count is the limit,
     * and its age is that of the oldest row that was counted.
     *
     * @param limit the limit of each count, 1 to {@value RecordBacklog#MAX_LIMIT}
     * @return the counts, by the store's clock
     * @throws IllegalArgumentException when the limit is out of range
     * @throws StoreException when the store failed, or ended the query because it took longer than its limit
     */
    RecordBacklog backlog(int limit);
}
