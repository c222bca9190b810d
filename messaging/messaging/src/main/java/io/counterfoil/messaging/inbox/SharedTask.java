package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.BatchRequest;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;

/**
 * A task whose work can share a transaction with the work of other deliveries, for {@link Inbox#processAll}. {@link #run} executes the same request
 * alone, and {@linkplain #settle settles}.
 */
public interface SharedTask<T> extends DeliveryTask {

    /** {@return what is to be executed} */
    BatchRequest<T> request();

    /** Encodes its result; tasks share a transaction where they have the same one. */
    PayloadCodec<T> codec();

    /**
     * Settles the delivery by the outcome, after the transaction.
     *
     * @return false when the message is in progress elsewhere, as for {@link #run}
     * @throws Exception when processing failed, as for {@link #run}
     */
    boolean settle(Outcome<T> outcome) throws Exception;
}
