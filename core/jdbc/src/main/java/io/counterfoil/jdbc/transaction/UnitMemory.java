package io.counterfoil.jdbc.transaction;

import java.sql.Connection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the units of work of an endpoint had to begin again, so that its next one begins so. Keeps the endpoints that were used last. Thread-safe.
 */
final class UnitMemory {

    private static final int MAX_ENDPOINTS = 10_000;

    /** Where the endpoint is unknown, nothing can be learned. */
    private static final Beginning UNKNOWN = new Beginning(Connection.TRANSACTION_NONE, true);

    private static final Beginning NEW = new Beginning(Connection.TRANSACTION_NONE, false);

    @SuppressWarnings("ThreadLocalUsage") // One of each data source's transactions.
    private final ThreadLocal<@Nullable Object> endpoint = new ThreadLocal<>();

    /** Whether the next unit of this thread may send its claim with its first statement; empty where none may. */
    @SuppressWarnings("ThreadLocalUsage") // As above.
    private final ThreadLocal<@Nullable Boolean> deferring = new ThreadLocal<>();

    private final Map<Object, Beginning> beginnings = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Beginning> eldest) {
            return size() > MAX_ENDPOINTS;
        }
    });

    /**
     * How a unit begins.
     *
     * @param isolation the level of its transaction; {@link Connection#TRANSACTION_NONE} for the usual one
     * @param saved whether the claim sets a savepoint, because transactions of the endpoint have been rolled back
     */
    record Beginning(int isolation, boolean saved) {}

    /** Runs work whose units are an endpoint's. */
    <T, X extends Exception> T at(Object here, EndpointWork<T, X> work) throws X {
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

    /** Runs work whose units send their claims with their first statements, until one was {@linkplain #claimFirst lost}. */
    <T, X extends Exception> T deferring(EndpointWork<T, X> work) throws X {
        Boolean outer = deferring.get();
        deferring.set(true);
        try {
            return work.run();
        } finally {
            if (outer == null) {
                deferring.remove();
            } else {
                deferring.set(outer);
            }
        }
    }

    boolean defers() {
        return Boolean.TRUE.equals(deferring.get());
    }

    /** The units of the work that this thread runs claim first from now on. */
    void claimFirst() {
        if (defers()) {
            deferring.set(false);
        }
    }

    /** How the next unit of this thread's endpoint begins. */
    Beginning remembered() {
        Object here = endpoint.get();
        if (here == null) {
            return UNKNOWN;
        }
        return beginnings.isEmpty() ? NEW : beginnings.getOrDefault(here, NEW);
    }

    void remember(Beginning beginning) {
        Object here = endpoint.get();
        if (here != null) {
            beginnings.put(here, beginning);
        }
    }
}
