package io.counterfoil.http;

import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.store.KeyedRequest;

/**
 * Watches guarded requests: for metrics, traces and the like. Called on the thread that executes the request. It has no say: what it throws
 * is logged, and changes no response. Be quick. Thread-safe.
 */
@FunctionalInterface
public interface ExchangeObserver {

    /** Watches nothing. */
    ExchangeObserver NONE = (head, request) -> ExchangeObservation.NONE;

    /**
     * Begins to observe a request that is about to be executed or replayed.
     *
     * @param head the request's head
     * @param request its key, fingerprint and attempt ID
     * @return what is notified of the end, on the same thread
     */
    ExchangeObservation begin(RequestHead head, KeyedRequest request);

    /**
     * {@return the observer of the requests of one treatment; by default this one} Called once for each treatment, before any request.
     *
     * @param treatment how these requests are treated
     */
    default ExchangeObserver watching(HttpIdempotency treatment) {
        return this;
    }

    /**
     * A request was rejected before anything was claimed, by its own head or body: {@link HttpOutcome#REFUSED}. Does nothing
     * by default.
     *
     * @param head the request's head; it may have no key, or none that can be read
     * @param response its response
     */
    default void refused(RequestHead head, Response response) {}
}
