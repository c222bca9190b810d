package io.counterfoil.http.client.retry;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.idempotency.key.AttemptId;
import java.time.Duration;
import java.util.List;

/**
 * An attempt that is to be executed now: one request on the wire. Immutable.
 *
 * @param number counts the attempts of the request, from 1
 * @param id the attempt ID, which is sent to the server
 * @param correlationId the correlation ID of its log lines
 * @param timeout the longest it may take, from connecting to the last byte of the response; positive
 * @param headers the fields that it adds to the request's own, each replacing one with the same name
 */
public record PendingAttempt(
        int number, AttemptId id, CorrelationId correlationId, Duration timeout, List<HeaderField> headers) {

    /**
     * Copies the header fields.
     *
     * @param number at least 1
     * @param id the attempt ID
     * @param correlationId the correlation ID
     * @param timeout positive
     * @param headers copied
     */
    public PendingAttempt {
        headers = List.copyOf(headers);
    }
}
