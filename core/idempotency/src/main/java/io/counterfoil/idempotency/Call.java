package io.counterfoil.idempotency;

import io.counterfoil.idempotency.policy.OnMismatch;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.result.StoredResult;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import java.time.Duration;
import java.util.Optional;

/** One call of the engine, and the outcomes that both modes share. Used by one thread. */
record Call<T, X extends Exception>(
        KeyedRequest request, PayloadCodec<T> codec, Action<T, X> action, Settings settings) {

    /** The outcome for a request that has a record. */
    Outcome<T> answer(IdempotencyRecord record) {
        boolean refused = settings.policy().duplicates().onMismatch() == OnMismatch.REFUSE
                && !record.fingerprint().equals(request.fingerprint());
        return refused ? new Outcome.PayloadMismatch<>(Optional.of(record)) : replay(record);
    }

    private Outcome<T> replay(IdempotencyRecord record) {
        StoredResult stored = StoredResult.read(record.payload());
        return stored.payload()
                .<Outcome<T>>map(payload -> new Outcome.Replayed<>(codec.decode(payload), record, stored.refusal()))
                .orElseGet(() -> new Outcome.ResultNotStored<>(record));
    }

    /** The outcome where the key belongs to a request with another fingerprint. */
    Outcome<T> mismatch(Claim.Mismatch mismatch) {
        return mismatch.record().map(this::answer).orElseGet(this::mismatchInFlight);
    }

    /** The outcome where the key belongs to a request in progress with another fingerprint; under a policy that replays mismatches the duplicate waits for its result. */
    Outcome<T> mismatchInFlight() {
        return settings.policy().duplicates().onMismatch() == OnMismatch.REFUSE
                ? new Outcome.PayloadMismatch<>(Optional.empty())
                : inFlight(Optional.empty());
    }

    /** In progress; the retry delay is the rest of the lease where that is shorter than the policy's. */
    Outcome<T> inFlight(Optional<Duration> leaseLeft) {
        Duration retryAfter = settings.policy().duplicates().retryAfter();
        return new Outcome.InProgress<>(
                leaseLeft.filter(left -> left.compareTo(retryAfter) < 0).orElse(retryAfter));
    }

    /** Whether a completion is to be kept. */
    boolean keeps(Completion<T> completion) {
        return switch (completion.end()) {
            case DONE -> true;
            case REFUSED -> settings.policy().results().rememberRefusals();
            case NOT_DONE, REJECTED, FAILED -> false;
        };
    }

    /** What is kept of a completion. */
    StoredResult result(Completion<T> completion) {
        boolean refusal = completion.end() == Completion.End.REFUSED;
        return completion.stored()
                ? StoredResult.of(
                        codec.encode(completion.value()),
                        refusal,
                        settings.policy().results())
                : new StoredResult(refusal, Optional.empty());
    }

    /** The payload of the record. */
    Payload payload(StoredResult result) {
        return result.encode(settings.policy().results());
    }

    /** How long a record of this request is kept. */
    Retention retention() {
        return settings.policy().retention().of(request.key().client());
    }

    /** Executed, and this result was stored. */
    Outcome<T> executed(Completion<T> completion, StoredResult result, CommitMode mode) {
        return new Outcome.Executed<>(completion.value(), stored(completion, result), mode);
    }

    private static Outcome.Stored stored(Completion<?> completion, StoredResult result) {
        if (result.payload().isPresent()) {
            return Outcome.Stored.RESULT;
        }
        return completion.stored() ? Outcome.Stored.RESULT_TOO_LARGE : Outcome.Stored.RESULT_WITHHELD;
    }

    /** It ran, and nothing was kept. */
    Outcome<T> notKept(Completion<T> completion, CommitMode mode) {
        if (completion.end() == Completion.End.REJECTED) {
            return new Outcome.NotAdmitted<>(completion.value());
        }
        return new Outcome.Executed<>(completion.value(), Outcome.Stored.NOTHING, mode);
    }
}
