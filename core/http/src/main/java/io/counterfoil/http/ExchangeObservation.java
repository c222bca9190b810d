package io.counterfoil.http;

import io.counterfoil.http.message.Response;

/** One request under observation. */
public interface ExchangeObservation {

    /** Ignores both ends. */
    ExchangeObservation NONE = new ExchangeObservation() {
        @Override
        public void answered(HttpOutcome outcome, Response response) {}

        @Override
        public void failed(Throwable failure) {}
    };

    /**
     * The request ended with a response; the last call.
     *
     * @param outcome what became of the request
     * @param response the response that is sent
     */
    void answered(HttpOutcome outcome, Response response);

    /**
     * The handler threw, and there is no response; the last call.
     *
     * @param failure what the handler threw
     */
    void failed(Throwable failure);
}
