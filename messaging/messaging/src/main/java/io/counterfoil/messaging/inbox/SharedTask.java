package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.BatchRequest;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;

/**
 * A task whose work can share a transaction with the work of other deliveries, for {@link Inbox#processAll}. {@link #run} executes the same request
 * alone, and {@linkplain #settle settles}.
 *
 * @param <T> the type of the task's result
 */
public interface SharedTask<T> extends DeliveryTask {

    /** {@return the request to execute, which is the same each time} */
    BatchRequest<T> request();

    /** {@return the encoding of its result; tasks share a transaction where they have the same one} */
    PayloadCodec<T> codec();

    /**
     * Settles the delivery by the outcome, after the transaction.
     *
     * @param outcome that of the task's work
     * @return false when the message is in progress elsewhere, as for {@link #run}
     * @throws Exception when processing failed, as for {@link #run}
     */
    boolean settle(Outcome<T> outcome) throws Exception;
}
