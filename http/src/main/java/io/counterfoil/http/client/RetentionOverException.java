package io.counterfoil.http.client;

import io.counterfoil.idempotency.key.RequestId;
import java.time.Duration;
import java.time.Instant;

/**
 * An intention is older than the server's retention: the server may have forgotten it, and would carry it out a second time (RC-2).
 * Nothing was sent. Whether it was carried out has to be looked up by other means; then it is abandoned, and made anew under
 * another request ID if need be. One that comes from a journal and is not abandoned comes back before all others.
 */
public final class RetentionOverException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient RequestId requestId;
    private final Instant openedAt;
    private final Duration retention;

    RetentionOverException(RequestId requestId, Instant openedAt, Duration retention) {
        super("request " + requestId + " was first to be sent at " + openedAt
                + ", and the server promises to recognise it for " + retention
                + " only: it is not sent again, because it might be carried out a second time");
        this.requestId = requestId;
        this.openedAt = openedAt;
        this.retention = retention;
    }

    /** The request ID of the intention. */
    public RequestId requestId() {
        return requestId;
    }

    /** When the intention was first to be sent. */
    public Instant openedAt() {
        return openedAt;
    }

    /** For how long the server promises to recognise a duplicate. */
    public Duration retention() {
        return retention;
    }
}
