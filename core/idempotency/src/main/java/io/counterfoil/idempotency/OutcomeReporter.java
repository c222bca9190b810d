package io.counterfoil.idempotency;

import io.counterfoil.idempotency.engine.DuplicateCounts;
import io.counterfoil.idempotency.engine.DuplicatePredictor;
import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.policy.Counting;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.RecordStore;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Processes an outcome before it is returned: counts duplicates, trains the predictor, notifies the listener. Thread-safe. */
final class OutcomeReporter {

    private final RecordStore records;
    private final DuplicateCounts counts;
    private final DuplicatePredictor predictor;

    OutcomeReporter(RecordStore records, DuplicateCounts counts, DuplicatePredictor predictor) {
        this.records = records;
        this.counts = counts;
        this.predictor = predictor;
    }

    void flush(IdempotencyListener listener) {
        counts.flush(listener);
    }

    boolean flush(IdempotencyListener listener, Duration limit) {
        return counts.flush(listener, limit);
    }

    /** The outcome as the caller gets it. */
    <T> Outcome<T> report(Call<T, ?> call, Outcome<T> outcome) {
        if (outcome instanceof Outcome.Executed<T> executed) {
            return executed(call, executed);
        }
        if (outcome instanceof Outcome.Replayed<T> replayed) {
            IdempotencyRecord counted = counted(call, replayed.record());
            reportReplay(call, counted);
            return new Outcome.Replayed<>(replayed.value(), counted, replayed.refusal());
        }
        Outcome.Rejected<T> rejected = counted(call, (Outcome.Rejected<T>) outcome);
        call.settings().listener().on(new IdempotencyEvent.Rejected(call.request(), rejected));
        return rejected;
    }

    private <T> Outcome<T> executed(Call<T, ?> call, Outcome.Executed<T> executed) {
        predictor.learn(false);
        // In the caller's transaction nothing is kept before that commits.
        if (executed.stored() != Outcome.Stored.NOTHING && executed.mode() != CommitMode.CALLERS_TRANSACTION) {
            predictor.remember(call.request().key());
        }
        IdempotencyListener listener = call.settings().listener();
        listener.on(new IdempotencyEvent.Executed(call.request(), executed.stored(), executed.mode()));
        if (executed.stored() == Outcome.Stored.RESULT_TOO_LARGE) {
            listener.on(new IdempotencyEvent.ResultTooLarge(
                    call.request(), call.settings().policy().results().maxBytes()));
        }
        return executed;
    }

    private void reportReplay(Call<?, ?> call, IdempotencyRecord record) {
        IdempotencyListener listener = call.settings().listener();
        listener.on(new IdempotencyEvent.Replayed(call.request(), record));
        if (isUnexpected(call.request(), record)) {
            listener.on(new IdempotencyEvent.UnexpectedDuplicate(call.request(), record));
        }
    }

    private static boolean isUnexpected(KeyedRequest request, IdempotencyRecord record) {
        return request.attempt()
                .filter(attempt -> attempt.value().equals("1")
                        || record.firstAttempt().filter(attempt::equals).isPresent())
                .isPresent();
    }

    private <T> Outcome.Rejected<T> counted(Call<T, ?> call, Outcome.Rejected<T> rejected) {
        return rejected.match(
                inFlight -> inFlight,
                payloadMismatch ->
                        new Outcome.PayloadMismatch<>(payloadMismatch.record().map(record -> counted(call, record))),
                notKept -> new Outcome.ResultNotStored<>(counted(call, notKept.record())),
                unknown -> unknown,
                tooMany -> tooMany,
                notAdmitted -> notAdmitted);
    }

    private IdempotencyRecord counted(Call<?, ?> call, IdempotencyRecord record) {
        IdempotencyKey key = record.key();
        predictor.learn(true);
        predictor.remember(key);
        if (call.settings().policy().duplicates().counting() == Counting.BATCHED) {
            long pending = counts.add(key, call.settings().listener());
            return record.withRequestCount(record.requestCount() + pending);
        }
        records.count(Map.of(key, 1L));
        Optional<IdempotencyRecord> now = records.find(key);
        // Purged between the two: this request is one more than the record knew of.
        return record.withRequestCount(now.map(IdempotencyRecord::requestCount).orElse(record.requestCount() + 1));
    }
}
