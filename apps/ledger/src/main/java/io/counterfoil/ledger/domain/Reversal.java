package io.counterfoil.ledger.domain;

import java.time.Instant;

/**
 * The reversal of a whole transaction; a transaction has at most one.
 *
 * @param id the entity ID
 * @param transactionId the reversed transaction
 * @param asked the request
 * @param quantity the transaction's quantity, negated
 * @param createdAt when it was created
 */
public record Reversal(
        ReversalId id, TransactionId transactionId, NewReversal asked, Quantity quantity, Instant createdAt) {}
