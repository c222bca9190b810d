package io.counterfoil.signals;

import io.counterfoil.idempotency.key.RequestId;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The span in which the log lines of a thread carry an idempotency key, beside the correlation ID: so that logs can be searched by attempts
 * and by user actions (SG-8). For the thread that opened it; scopes nest.
 */
public final class IdempotencyKeyScope implements AutoCloseable {

    /** The MDC key. */
    public static final String MDC_KEY = "idempotency_key";

    private final @Nullable String outer = MDC.get(MDC_KEY);

    private IdempotencyKeyScope(RequestId key) {
        MDC.put(MDC_KEY, key.value());
    }

    /** Begins one. */
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
