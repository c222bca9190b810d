package io.counterfoil.signals;

import io.counterfoil.idempotency.key.RequestId;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * A scope in which the log lines of a thread carry an idempotency key in addition to the correlation ID, so that logs can be searched by
 * attempt and by user action. For the thread that opened it; scopes nest.
 */
public final class IdempotencyKeyScope implements AutoCloseable {

    /** The MDC key. */
    public static final String MDC_KEY = "idempotency_key";

    private final @Nullable String outer = MDC.get(MDC_KEY);

    private IdempotencyKeyScope(RequestId key) {
        MDC.put(MDC_KEY, key.value());
    }

    /**
     * Puts a key into the MDC of the calling thread, until the scope is closed.
     *
     * @param key of the user action that the thread works on
     * @return the scope, to be closed by the same thread
     */
    public static IdempotencyKeyScope open(RequestId key) {
        return new IdempotencyKeyScope(key);
    }

    /** Gives the MDC key the value that it had before. */
    @Override
    public void close() {
        if (outer == null) {
            MDC.remove(MDC_KEY);
        } else {
            MDC.put(MDC_KEY, outer);
        }
    }
}
