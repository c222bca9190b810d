package io.counterfoil.ledger.domain;

import io.counterfoil.idempotency.key.RequestId;

/**
 * The wish for a transaction.
 *
 * @param key the data key: unique per ledger, and never free again (LG-2)
 * @param quantity how much
 * @param pending whether it waits for a commit (two-phase), or is committed at once
 * @param details what it is for
 */
public record NewTransaction(RequestId key, Quantity quantity, boolean pending, TransactionDetails details) {

    /** A transaction that is committed at once, and says nothing about itself. */
    public static NewTransaction of(RequestId key, long quantity) {
        return new NewTransaction(key, new Quantity(quantity), false, TransactionDetails.NONE);
    }
}
