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
    ExchangeObserver NONE = (head, request) -> Observation.NONE;

    /**
     * A request is about to be executed or replayed; the observation ends on the same thread.
     *
     * @param head the request's head
     * @param request its key, fingerprint and attempt
     */
    Observation begin(RequestHead head, KeyedRequest request);

    /**
     * This one, for requests that are treated like this: called once for each treatment, before any request. Itself by
     * default.
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

    /** One request under observation. */
    interface Observation {

        /** Ends in nothing. */
        Observation NONE = new Observation() {
            @Override
            public void answered(HttpOutcome outcome, Response response) {}

            @Override
            public void failed(Throwable failure) {}
        };

        /** It ended with this outcome and response; the last call. */
        void answered(HttpOutcome outcome, Response response);

        /** The handler threw; the last call. */
        void failed(Throwable failure);
    }

    /** The outcome of a guarded request: for metrics and traces. */
    enum HttpOutcome {

        /** The handler ran, and its response is kept for duplicates. */
        EXECUTED,

        /** The handler ran; its response is not stored, and duplicates are rejected with that reason. */
        NOT_STORED,

        /** The handler ran, and nothing is remembered: its response was to come back later, or its transaction was rolled back. */
        NOT_REMEMBERED,

        /** The handler ran and failed, by an exception or a response from 500 up. */
        FAILED,

        /** A duplicate: it got the original's response. */
        REPLAYED,

        /** A duplicate, while the original is still in progress. */
        IN_PROGRESS,

        /** The key was used with other contents. */
        KEY_REUSED,

        /** The key is over its lifetime and has no record; the handler did not run. */
        KEY_EXPIRED,

        /** A duplicate of a request whose response is not stored. */
        RESPONSE_NOT_STORED,

        /** The lease of an earlier execution has expired: its effect is unknown. */
        OUTCOME_UNKNOWN,

        /** The client has as many keyed requests in progress as it may. */
        TOO_MANY_OPEN,

        /** The store of records failed. */
        STORE_UNAVAILABLE,

        /** Refused before anything was claimed: a key is missing or unreadable, the body is too large. */
        REFUSED
    }
}
