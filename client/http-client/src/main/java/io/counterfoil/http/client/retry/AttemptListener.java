package io.counterfoil.http.client.retry;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.AttemptId;

/**
 * Is called for each attempt, on the thread that executes it and under the attempt's correlation ID. Must be thread-safe if the
 * client is shared. An exception that it throws is logged and otherwise ignored.
 */
public interface AttemptListener {

    /** Does nothing. */
    AttemptListener NONE = new AttemptListener() {};

    /**
     * An attempt begins.
     *
     * @param request the request
     * @param number counts the attempts of the request, from 1
     * @param id the attempt ID, which is sent to the server
     * @param correlationId the correlation ID of the attempt, the current one
     */
    default void started(RetryableRequest request, int number, AttemptId id, CorrelationId correlationId) {}

    /**
     * The current attempt of the request has ended.
     *
     * @param request the request
     * @param attempt the attempt, with its result
     */
    default void finished(RetryableRequest request, Attempt attempt) {}

    /**
     * The response to the attempt that has just ended is a duplicate of a request that was never sent by this client.
     *
     * @param request the request
     * @param duplicate what the response shows
     */
    default void unexpectedDuplicate(RetryableRequest request, UnexpectedDuplicate duplicate) {}
}
