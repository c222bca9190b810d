package io.counterfoil.ledger.domain;

import io.counterfoil.entities.BatchId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import java.util.List;
import java.util.Optional;

/** Where batches are kept. Joins the transaction of the calling thread. */
public interface BatchStore {

    /** The batch that a request under this key made. */
    Optional<KeyedBatch> byKey(ClientId client, RequestId key);

    /** Opens a batch; the client has none of this name. */
    PostedBatch open(ClientId client, Opened batch);

    /** Adds what became of further items, in order. */
    PostedBatch add(ClientId client, BatchId id, List<BatchOutcome> outcomes);

    /** The batch of this name. */
    Optional<PostedBatch> batch(ClientId client, BatchId id);

    /** The client's batches, the newest first, older than {@code after}. */
    List<PostedBatch> batches(ClientId client, Optional<BatchId> after, int limit);

    /** Members behind a position, in order; of one outcome where that is given. */
    List<BatchMember> members(
            ClientId client, BatchId id, Optional<BatchMember.Outcome> outcome, long after, int limit);

    /**
     * A batch to be opened.
     *
     * @param ledger whose transactions its members are
     * @param request what made it, where it is found again under a key
     */
    record Opened(BatchId id, PostedBatch.Source source, LedgerId ledger, Optional<KeyedRequest> request) {}

    /**
     * The request that made a batch.
     *
     * @param fingerprint of all that it asked for
     */
    record KeyedRequest(RequestId key, String fingerprint) {}

    /**
     * What a request made.
     *
     * @param ledger whose transactions
     * @param fingerprint of all that it asked for
     */
    record KeyedBatch(BatchId id, LedgerId ledger, String fingerprint) {}
}
