package io.counterfoil.ledger.demo;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.client.retry.Attempt;
import io.counterfoil.http.client.retry.RetryableRequest;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts tries, and those that the service said to be duplicates; knows whose were the most. Thread-safe. */
final class AttemptCount implements Attempt.Listener {

    private final LongAdder attempts = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private final AtomicReference<@Nullable Attempt> hardest = new AtomicReference<>();

    @Override
    public void finished(RetryableRequest intention, Attempt attempt) {
        attempts.increment();
        hardest.accumulateAndGet(attempt, (most, next) -> most == null || next.number() > most.number() ? next : most);
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

    /** The work that has needed the most tries; empty when nothing was tried. */
    Optional<CorrelationId> hardestWork() {
        return Optional.ofNullable(hardest.get())
                .map(attempt -> attempt.correlationId().root());
    }
}
