package io.counterfoil.ledger.domain;

import io.counterfoil.entities.BatchId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import java.util.List;
import java.util.Optional;

/** Storage of batches. Joins the transaction of the calling thread. */
public interface BatchStore {

    /** The batch created by the request under this key. */
    Optional<KeyedBatch> byKey(ClientId client, RequestId key);

    /** Opens a batch; the caller has checked that the client has none of this name. */
    PostedBatch open(ClientId client, Opened batch);

    /** Adds the outcomes of further items, in order. */
    PostedBatch add(ClientId client, BatchId id, List<BatchOutcome> outcomes);

    /** The batch of this name. */
    Optional<PostedBatch> batch(ClientId client, BatchId id);

    /** The client's batches, the newest first, older than {@code after}. */
    List<PostedBatch> batches(ClientId client, Optional<BatchId> after, int limit);

    /** Members after a position, in order; only those of one outcome where it is given. */
    List<BatchEntry> members(ClientId client, BatchId id, Optional<BatchEntry.Outcome> outcome, long after, int limit);

    /**
     * A batch to be opened.
     *
     * @param ledger the ledger of its transactions
     * @param request the request that creates it, where a key identifies the batch
     */
    record Opened(BatchId id, PostedBatch.Source source, LedgerId ledger, Optional<KeyedRequest> request) {}

    /**
     * The request that made a batch.
     *
     * @param fingerprint the digest of its contents
     */
    record KeyedRequest(RequestId key, String fingerprint) {}

    /**
     * The batch that a request created.
     *
     * @param ledger the ledger of its transactions
     * @param fingerprint the digest of the request's contents
     */
    record KeyedBatch(BatchId id, LedgerId ledger, String fingerprint) {}
}
