package io.counterfoil.ledger.domain;

import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;

/**
 * The wish for a transaction.
 *
 * @param once what tells it from another one when it is sent again
 * @param quantity how much
 * @param pending whether it waits for a commit (two-phase), or is committed at once
 * @param details what it is for
 */
public record NewTransaction(Once<TransactionId> once, Quantity quantity, boolean pending, TransactionDetails details) {

    /** The wish for a transaction under a data key. */
    public NewTransaction(RequestId key, Quantity quantity, boolean pending, TransactionDetails details) {
        this(new Once.ByKey<>(key), quantity, pending, details);
    }

    /** The data key, where it has one. */
    public Optional<RequestId> key() {
        return once.dataKey();
    }

    /** A transaction that is committed at once, and says nothing about itself. */
    public static NewTransaction of(RequestId key, long quantity) {
        return new NewTransaction(key, new Quantity(quantity), false, TransactionDetails.NONE);
    }
}
