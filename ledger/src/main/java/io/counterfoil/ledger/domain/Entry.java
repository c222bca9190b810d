package io.counterfoil.ledger.domain;

/**
 * A transaction in its ledger's list.
 *
 * @param transaction the transaction
 * @param runningBalance what it and all before it now add up to, reversals included
 */
public record Entry(Transaction transaction, long runningBalance) {}
