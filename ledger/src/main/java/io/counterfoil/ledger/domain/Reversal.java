package io.counterfoil.ledger.domain;

import io.counterfoil.idempotency.key.RequestId;
import java.time.Instant;

/**
 * What takes a transaction back, whole; at most one each (LG-1).
 *
 * @param id the entity ID
 * @param transactionId the transaction it takes back
 * @param key the data key: unique per transaction
 * @param quantity the transaction's, negated
 * @param createdAt when it was made
 */
public record Reversal(
        ReversalId id, TransactionId transactionId, RequestId key, Quantity quantity, Instant createdAt) {}
