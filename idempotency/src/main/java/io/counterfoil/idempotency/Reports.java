package io.counterfoil.idempotency;

import io.counterfoil.idempotency.IdempotencyPolicy.Counting;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.RecordStore;
import java.util.Map;
import java.util.Optional;

/** What is done with an outcome before the caller gets it: counted, learned from, told to the listener. Thread-safe. */
final class Reports {

    private final RecordStore records;
    private final DuplicateCounts counts;
    private final Familiar familiar;

    Reports(RecordStore records, DuplicateCounts counts, Familiar familiar) {
        this.records = records;
        this.counts = counts;
        this.familiar = familiar;
    }

    void flush(IdempotencyListener listener) {
        counts.write(listener);
    }

    /** The outcome as the caller gets it. */
    <T> Outcome<T> told(Call<T, ?> call, Outcome<T> outcome) {
        if (outcome instanceof Outcome.Executed<T> executed) {
            return executed(call, executed);
        }
        if (outcome instanceof Outcome.Replayed<T> replayed) {
            IdempotencyRecord counted = counted(call, replayed.record());
            tellReplay(call, counted);
            return new Outcome.Replayed<>(replayed.value(), counted, replayed.refusal());
        }
        Outcome.Declined<T> declined = counted(call, (Outcome.Declined<T>) outcome);
        call.settings().listener().on(new IdempotencyEvent.Declined(call.request(), declined));
        return declined;
    }

    private <T> Outcome<T> executed(Call<T, ?> call, Outcome.Executed<T> executed) {
        familiar.learn(false);
        // In the caller's transaction nothing is kept before that commits.
        if (executed.kept() != Outcome.Kept.NOTHING && executed.mode() != Outcome.Mode.CALLERS_TRANSACTION) {
            familiar.remember(call.request().key());
        }
        IdempotencyListener listener = call.settings().listener();
        listener.on(new IdempotencyEvent.Executed(call.request(), executed.kept(), executed.mode()));
        if (executed.kept() == Outcome.Kept.NO_ANSWER) {
            listener.on(new IdempotencyEvent.AnswerTooLarge(
                    call.request(), call.settings().policy().answers().maxBytes()));
        }
        return executed;
    }

    private void tellReplay(Call<?, ?> call, IdempotencyRecord record) {
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

    private <T> Outcome.Declined<T> counted(Call<T, ?> call, Outcome.Declined<T> declined) {
        return declined.match(
                inFlight -> inFlight,
                mismatched -> new Outcome.Mismatched<>(mismatched.record().map(record -> counted(call, record))),
                notKept -> new Outcome.AnswerNotKept<>(counted(call, notKept.record())),
                unknown -> unknown,
                tooMany -> tooMany);
    }

    private IdempotencyRecord counted(Call<?, ?> call, IdempotencyRecord record) {
        IdempotencyKey key = record.key();
        familiar.learn(true);
        familiar.remember(key);
        if (call.settings().policy().counting() == Counting.BATCHED) {
            long pending = counts.add(key, call.settings().listener());
            return record.withRequestCount(record.requestCount() + pending);
        }
        records.count(Map.of(key, 1L));
        Optional<IdempotencyRecord> now = records.find(key);
        // Purged between the two: this request is one more than the record knew of.
        return record.withRequestCount(now.map(IdempotencyRecord::requestCount).orElse(record.requestCount() + 1));
    }
}
