package io.counterfoil.http;

/**
 * Watches guarded requests, from their admission to their answer: for traces and the like. Called on the thread that carries the
 * request out. Must not throw. Thread-safe.
 */
@FunctionalInterface
public interface ExchangeObserver {

    /** Watches nothing. */
    ExchangeObserver NONE = request -> Observation.NONE;

    /** A request is about to be carried out, or answered; the observation is ended on the same thread. */
    Observation begin(RequestHead request);

    /** One request under observation. */
    interface Observation {

        /** Ends in nothing. */
        Observation NONE = new Observation() {
            @Override
            public void answered(Disposition disposition, Response response) {}

            @Override
            public void failed(Throwable failure) {}
        };

        /** It was answered like this; the last call. */
        void answered(Disposition disposition, Response response);

        /** The handler threw; the last call. */
        void failed(Throwable failure);
    }
}
