package io.counterfoil.http.client;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.AttemptId;

/**
 * Is told of every try. Called on the thread that drives the try, under the try's correlation ID; must be thread-safe where the
 * client is shared. What it throws is logged, and changes nothing: an answer is not lost because its listener failed.
 */
public interface AttemptListener {

    /** Hears nothing. */
    AttemptListener NONE = new AttemptListener() {};

    /** A try begins. */
    default void started(RetryableRequest intention, int number, AttemptId id, CorrelationId correlationId) {}

    /** The intention's try that began last is over. */
    default void finished(RetryableRequest intention, Attempt attempt) {}

    /** The try that was just finished was taken for a duplicate of something that this intention never sent (RC-3). */
    default void unexpectedDuplicate(RetryableRequest intention, UnexpectedDuplicate duplicate) {}
}
