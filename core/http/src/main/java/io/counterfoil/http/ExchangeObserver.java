package io.counterfoil.http;

import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.store.KeyedRequest;

/**
 * Watches guarded requests: for metrics, traces and the like. Called on the thread that carries the request out. It has no say: what
 * it throws is logged, and changes no response. Be quick. Thread-safe.
 */
@FunctionalInterface
public interface ExchangeObserver {

    /** Watches nothing. */
    ExchangeObserver NONE = (head, request) -> ExchangeObservation.NONE;

    /**
     * {@return a request is about to be executed or replayed; the observation ends on the same thread}
     *
     * @param head the request's head
     * @param request its key, fingerprint and attempt
     */
    ExchangeObservation begin(RequestHead head, KeyedRequest request);

    /**
     * This one, for requests that are treated like this: called once for each treatment, before any request. Itself by
     * default.
     *
     * @return this
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
