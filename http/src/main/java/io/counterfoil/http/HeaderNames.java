package io.counterfoil.http;

/**
 * The header fields on the wire; the client and the server of one system use the same. An immutable value; start from
 * {@link #DEFAULT}.
 *
 * @param idempotencyKey request: the request ID, as a structured-field string in quotes or bare (RQ-1)
 * @param attempt both ways: the attempt ID, echoed (RQ-10)
 * @param replayed response: {@code true} or {@code false}, whether the request was identified as a duplicate (RQ-8)
 * @param firstReceived response to a duplicate: when the original was received, RFC 3339 in UTC (RQ-9)
 * @param firstAttempt response to a duplicate: the attempt ID of the original, if it had one (RQ-10)
 * @param requestCount response to a duplicate: how many requests were received under the key so far (RQ-9)
 * @param stored response: {@code false} when the response is too large to be kept for duplicates (RQ-15); absent
 *     otherwise
 * @param correlationId both ways: the correlation ID (CO-3)
 */
public record HeaderNames(
        String idempotencyKey,
        String attempt,
        String replayed,
        String firstReceived,
        String firstAttempt,
        String requestCount,
        String stored,
        String correlationId) {

    /** The names that both sides use unless told otherwise. */
    public static final HeaderNames DEFAULT = new HeaderNames(
            "Idempotency-Key",
            "Idempotency-Attempt",
            "Idempotency-Replayed",
            "Idempotency-First-Received",
            "Idempotency-First-Attempt",
            "Idempotency-Request-Count",
            "Idempotency-Stored",
            "Correlation-Id");
}
