package io.counterfoil.ledger.domain;

import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;

/**
 * A request for a transaction.
 *
 * @param once the identity of the creation, which makes a retry a duplicate
 * @param quantity the quantity
 * @param pending whether it waits for a commit (two-phase), or is committed at once
 * @param details its details
 */
public record NewTransaction(Once<TransactionId> once, Quantity quantity, boolean pending, TransactionDetails details) {

    /** A request with a data key. */
    public NewTransaction(RequestId key, Quantity quantity, boolean pending, TransactionDetails details) {
        this(new Once.ByKey<>(key), quantity, pending, details);
    }

    /** The data key, where it has one. */
    public Optional<RequestId> key() {
        return once.dataKey();
    }

    /** A request without details, committed at once. */
    public static NewTransaction of(RequestId key, long quantity) {
        return new NewTransaction(key, new Quantity(quantity), false, TransactionDetails.NONE);
    }
}
