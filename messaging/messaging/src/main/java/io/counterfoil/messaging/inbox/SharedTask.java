package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.BatchRequest;
import io.counterfoil.idempotency.result.Outcome;

/** A task whose work can share a transaction with the work of other deliveries. {@link #run} executes it alone, and {@linkplain #settle settles}. */
interface SharedTask extends DeliveryTask {

    /** What is to be executed. */
    BatchRequest<Boolean> request();

    /**
     * Settles the delivery by the outcome, after the transaction.
     *
     * @return false when the message is in progress elsewhere, as for {@link #run}
     */
    boolean settle(Outcome<Boolean> outcome);
}
