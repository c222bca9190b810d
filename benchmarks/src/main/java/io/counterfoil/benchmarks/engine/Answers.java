package io.counterfoil.benchmarks.engine;

import io.counterfoil.idempotency.result.Outcome;

/** The answer in an outcome of our engine. */
final class Answers {

    private Answers() {}

    /** @throws IllegalStateException when there is none */
    static byte[] of(Outcome<byte[]> outcome) {
        return outcome.match(executed -> executed.value(), replayed -> replayed.value(), rejected -> {
            throw new IllegalStateException("there was no answer, but " + rejected);
        });
    }
}
