package io.counterfoil.idempotency;

import io.counterfoil.idempotency.engine.InFlightCalls;
import io.counterfoil.idempotency.engine.OpenExecutions;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;

/** One request of a {@link Batch}, and what has become of it so far. Used by one thread. */
final class BatchMember<T> {

    private final WatchedAction<T, Exception> action;
    private final Call<T, Exception> call;
    private final InFlightCalls.Entry entry = new InFlightCalls.Entry();
    private BatchResult<T> result = new BatchResult.NotBegun<>();

    BatchMember(BatchRequest<T> request, PayloadCodec<T> codec, Settings settings, OpenExecutions executions) {
        this.action = new WatchedAction<>(request.action(), executions, settings.nanoTime());
        this.call = new Call<>(request.request(), codec, action, settings);
    }

    Call<T, Exception> call() {
        return call;
    }

    IdempotencyKey key() {
        return call.request().key();
    }

    InFlightCalls.Entry entry() {
        return entry;
    }

    /** Whether its action completed as failed. */
    boolean hasFailed() {
        return action.hasFailed();
    }

    void end(Outcome<T> outcome) {
        result = new BatchResult.Ended<>(outcome);
    }

    void fail(Throwable failure) {
        result = new BatchResult.Failed<>(failure);
    }

    BatchResult<T> result() {
        return result;
    }
}
