package io.counterfoil.idempotency;

import io.counterfoil.idempotency.key.DataKey;
import java.time.Duration;

/** Another call is creating the object under this key, and the wait time is over. The same call can be made again later. */
public final class KeyInFlightException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** When the same call can be made again, from now. */
    private final Duration retryAfter;

    /**
     * For a key under which another call is in progress.
     *
     * @param key the key
     * @param retryAfter how long to wait before the next attempt
     */
    public KeyInFlightException(DataKey key, Duration retryAfter) {
        super("another request with this key is in progress: " + key);
        this.retryAfter = retryAfter;
    }

    /** {@return how long to wait before the next attempt} */
    public Duration retryAfter() {
        return retryAfter;
    }
}
