package io.counterfoil.http;

import io.counterfoil.http.message.Response;

/** One request under observation. */
public interface ExchangeObservation {

    /** Ends in nothing. */
    ExchangeObservation NONE = new ExchangeObservation() {
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
