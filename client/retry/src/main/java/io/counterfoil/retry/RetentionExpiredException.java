package io.counterfoil.retry;

import io.counterfoil.idempotency.key.RequestId;
import java.time.Duration;
import java.time.Instant;

/**
 * A request is older than the server's retention: the server may have removed its record, and would execute the request a
 * second time. Nothing was sent. Find out by other means whether the request was executed; then abandon it, and create a new
 * one if necessary. A request in a journal that is not abandoned is returned again, before all others.
 */
public final class RetentionExpiredException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient RequestId requestId;
    /** When the request was first to be sent. */
    private final Instant openedAt;
    /** How long the server keeps its records. */
    private final Duration retention;

    /**
     * For one request.
     *
     * @param requestId the request ID
     * @param openedAt when the request was first to be sent
     * @param retention how long the server keeps its records
     */
    public RetentionExpiredException(RequestId requestId, Instant openedAt, Duration retention) {
        super("request " + requestId + " was first to be sent at " + openedAt
                + ", and the server keeps its records for " + retention
                + ": it was not sent again, because it could be executed a second time");
        this.requestId = requestId;
        this.openedAt = openedAt;
        this.retention = retention;
    }

    /** {@return the request ID} */
    public RequestId requestId() {
        return requestId;
    }

    /** {@return when the request was first to be sent} */
    public Instant openedAt() {
        return openedAt;
    }

    /** {@return how long the server keeps its records} */
    public Duration retention() {
        return retention;
    }
}
