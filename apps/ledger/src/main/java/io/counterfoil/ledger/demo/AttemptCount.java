package io.counterfoil.ledger.demo;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.client.retry.Attempt;
import io.counterfoil.http.client.retry.AttemptListener;
import io.counterfoil.http.client.retry.AttemptResult;
import io.counterfoil.http.client.retry.RetryableRequest;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts attempts and duplicate responses, and records the transfer with the most attempts. Thread-safe. */
final class AttemptCount implements AttemptListener {

    private final LongAdder attempts = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private final AtomicReference<@Nullable Attempt> hardest = new AtomicReference<>();

    @Override
    public void finished(RetryableRequest intention, Attempt attempt) {
        attempts.increment();
        hardest.accumulateAndGet(attempt, (most, next) -> most == null || next.number() > most.number() ? next : most);
        if (attempt.result() instanceof AttemptResult.Answered answered && answered.replayed()) {
            duplicates.increment();
        }
    }

    long attempts() {
        return attempts.sum();
    }

    long duplicates() {
        return duplicates.sum();
    }

    /** The correlation ID of the transfer with the most attempts; empty before the first attempt. */
    Optional<CorrelationId> hardestWork() {
        return Optional.ofNullable(hardest.get())
                .map(attempt -> attempt.correlationId().root());
    }
}
