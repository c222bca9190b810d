package io.counterfoil.ledger.demo;

import io.counterfoil.http.client.Attempt;
import io.counterfoil.http.client.AttemptListener;
import io.counterfoil.http.client.Intention;
import java.util.concurrent.atomic.LongAdder;

/** Counts tries, and those that the service said to be duplicates. Thread-safe. */
final class AttemptCount implements AttemptListener {

    private final LongAdder attempts = new LongAdder();
    private final LongAdder duplicates = new LongAdder();

    @Override
    public void finished(Intention intention, Attempt attempt) {
        attempts.increment();
        if (attempt.result() instanceof Attempt.Answered answered && answered.replayed()) {
            duplicates.increment();
        }
    }

    long attempts() {
        return attempts.sum();
    }

    long duplicates() {
        return duplicates.sum();
    }
}
