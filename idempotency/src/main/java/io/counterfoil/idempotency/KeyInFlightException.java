package io.counterfoil.idempotency;

import io.counterfoil.idempotency.key.DataKey;
import java.time.Duration;

/** An object is being made under this key by somebody else, and the wait limit is over. Worth another try later. */
public final class KeyInFlightException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    KeyInFlightException(DataKey key, Duration retryAfter) {
        super("another request with this key is in progress: " + key);
        this.retryAfter = retryAfter;
    }

    /** When to try again. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
