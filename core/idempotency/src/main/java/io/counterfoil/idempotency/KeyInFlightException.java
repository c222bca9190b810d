package io.counterfoil.idempotency;

import io.counterfoil.idempotency.key.DataKey;
import java.time.Duration;

/** Another call is creating the object under this key, and the wait time is over. The same call can be made again later. */
public final class KeyInFlightException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /** @param retryAfter when to try again */
    public KeyInFlightException(DataKey key, Duration retryAfter) {
        super("another request with this key is in progress: " + key);
        this.retryAfter = retryAfter;
    }

    /** {@return when to try again} */
    public Duration retryAfter() {
        return retryAfter;
    }
}
