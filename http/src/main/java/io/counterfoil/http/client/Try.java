package io.counterfoil.http.client;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.HeaderField;
import io.counterfoil.idempotency.key.AttemptId;
import java.time.Duration;
import java.util.List;

/**
 * A try that is to be made now: one request on the wire. Immutable.
 *
 * @param number counts the tries of the intention, from 1
 * @param id what the server knows the try by (RQ-10)
 * @param correlationId what the logs know the try by (RC-6)
 * @param timeout the longest it may take, from connecting to the response's last byte; positive
 * @param headers the fields that it carries beside the request's own, each in place of one by the same name
 */
public record Try(int number, AttemptId id, CorrelationId correlationId, Duration timeout, List<HeaderField> headers) {

    /** Copies the header fields. */
    public Try {
        headers = List.copyOf(headers);
    }
}
