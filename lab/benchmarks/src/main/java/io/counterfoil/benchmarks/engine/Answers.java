package io.counterfoil.benchmarks.engine;

import io.counterfoil.idempotency.result.Outcome;

/** Extracts the result from an outcome of the engine. */
final class Answers {

    private Answers() {}

    /** @throws IllegalStateException if there is none */
    static byte[] of(Outcome<byte[]> outcome) {
        return outcome.match(executed -> executed.value(), replayed -> replayed.value(), rejected -> {
            throw new IllegalStateException("no result: " + rejected);
        });
    }
}
