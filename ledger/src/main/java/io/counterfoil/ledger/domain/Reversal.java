package io.counterfoil.ledger.domain;

import java.time.Instant;

/**
 * What takes a transaction back, whole; at most one each.
 *
 * @param id the entity ID
 * @param transactionId the transaction it takes back
 * @param asked what its client asked for
 * @param quantity the transaction's, negated
 * @param createdAt when it was made
 */
public record Reversal(
        ReversalId id, TransactionId transactionId, NewReversal asked, Quantity quantity, Instant createdAt) {}
