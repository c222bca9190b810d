package io.counterfoil.jdbc.transaction;

import java.sql.Connection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which isolation level the transactions of an endpoint ask for, so that its next unit of work begins with it rather than again. Keeps the endpoints
 * that were used last. Thread-safe.
 */
final class IsolationMemory {

    private static final int MAX_ENDPOINTS = 10_000;

    @SuppressWarnings("ThreadLocalUsage") // One of each data source's transactions.
    private final ThreadLocal<@Nullable Object> endpoint = new ThreadLocal<>();

    private final Map<Object, Integer> levels = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Integer> eldest) {
            return size() > MAX_ENDPOINTS;
        }
    });

    /** Runs work whose units are an endpoint's. */
    <T, X extends Exception> T at(Object here, Transactions.Inside<T, X> work) throws X {
        Object outer = endpoint.get();
        endpoint.set(here);
        try {
            return work.run();
        } finally {
            if (outer == null) {
                endpoint.remove();
            } else {
                endpoint.set(outer);
            }
        }
    }

    /** The level that this thread's endpoint has asked for; {@link Connection#TRANSACTION_NONE} for none. */
    int remembered() {
        Object here = endpoint.get();
        return here == null || levels.isEmpty()
                ? Connection.TRANSACTION_NONE
                : levels.getOrDefault(here, Connection.TRANSACTION_NONE);
    }

    void remember(int level) {
        Object here = endpoint.get();
        if (here != null) {
            levels.put(here, level);
        }
    }
}
