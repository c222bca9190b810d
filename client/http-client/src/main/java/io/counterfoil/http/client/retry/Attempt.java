package io.counterfoil.http.client.retry;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.AttemptId;
import java.time.Duration;

/**
 * A finished attempt of a request. Immutable.
 *
 * @param number counts the attempts of the request from 1, over all its sends
 * @param id the attempt ID that the server sees
 * @param correlationId the correlation ID of its log lines
 * @param result how it ended
 * @param duration from connecting to the last byte of the response, or to the failure
 */
public record Attempt(int number, AttemptId id, CorrelationId correlationId, AttemptResult result, Duration duration) {}
