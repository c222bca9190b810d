package io.counterfoil.ledger.domain;

/**
 * A transaction in its ledger's list.
 *
 * @param transaction the transaction
 * @param runningBalance the sum of it and all transactions before it, reversals included
 */
public record Entry(Transaction transaction, long runningBalance) {}
