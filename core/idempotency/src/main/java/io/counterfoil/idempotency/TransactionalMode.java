package io.counterfoil.idempotency;

import io.counterfoil.idempotency.engine.InFlightCalls;
import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.StoredResult;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.LimitingClaimStore;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.idempotency.store.Settlement;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Claim, execution and record in one unit of work of the store.
 *
 * <p>On a transactional store that is one database transaction, so a process that ends at any instant leaves the whole
 * effect with its record, or neither: before the commit the database rolls both back and releases the claim, after it
 * the next attempt finds the record. If two executions ever claim one key, the primary key of the record decides: the
 * second unit is rolled back as a conflict, run again, and finds the first one's record.
 */
record TransactionalMode(ClaimStore store) implements Mode {

    @Override
    public RecordStore records() {
        return store;
    }

    @Override
    public boolean joins() {
        return store.joins();
    }

    @Override
    public boolean isTransactional() {
        return true;
    }

    @Override
    public Mode on(ScheduledExecutorService timer) {
        return this;
    }

    @Override
    public CommitMode commitMode() {
        return store.joins() ? CommitMode.CALLERS_TRANSACTION : CommitMode.OWN_TRANSACTION;
    }

    @Override
    public void check(IdempotencyPolicy policy) {
        if (policy.limits().executionTime().isPresent() && !(store instanceof LimitingClaimStore)) {
            throw new IllegalArgumentException("limits.executionTime needs a LimitingClaimStore, which "
                    + store.getClass().getName() + " is not");
        }
    }

    /** Under a limit each request has a unit of its own: the store measures the unit, and not the request. */
    @Override
    public Optional<TransactionalMode> sharing(IdempotencyPolicy policy) {
        return store.hasParts() && policy.limits().executionTime().isEmpty() ? Optional.of(this) : Optional.empty();
    }

    @Override
    public <T, X extends Exception> Outcome<T> attempt(Call<T, X> call, InFlightCalls.Entry entry) throws X {
        ConflictRetry conflictRetry = new ConflictRetry(store, call.settings());
        CommitMode mode = conflictRetry.joined() ? CommitMode.CALLERS_TRANSACTION : CommitMode.OWN_TRANSACTION;
        return conflictRetry.within(
                claims -> claimed(claims, call, entry, mode),
                failure -> new IdempotencyEvent.ConflictRetried(call.request(), failure));
    }

    private static <T, X extends Exception> Outcome<T> claimed(
            Claims claims, Call<T, X> call, InFlightCalls.Entry entry, CommitMode mode) throws X {
        Optional<Completion<T>> known = call.action().known().filter(call::keeps);
        Claim claim = known.isPresent()
                ? claims.claim(call.request(), call.payload(call.result(known.get())), call.retention())
                : claims.claim(call.request());
        return claim.match(
                acquired -> {
                    entry.work(call.request().fingerprint());
                    return execute(claims, acquired, call, known, mode);
                },
                replay -> call.answer(replay.record()),
                inFlight -> call.inFlight(inFlight.leaseLeft()),
                call::mismatch,
                unknown -> new Outcome.UnknownOutcome<>());
    }

    private static <T, X extends Exception> Outcome<T> execute(
            Claims claims, Claim.Acquired acquired, Call<T, X> call, Optional<Completion<T>> known, CommitMode mode)
            throws X {
        Completion<T> completion = call.action().run(new Execution.Transactional(acquired.lease()));
        if (known.isPresent() && !known.get().equals(completion)) {
            throw new IllegalStateException(
                    "the action of " + call.request().key() + " ended in another completion than known() returned");
        }
        if (!call.keeps(completion)) {
            claims.release(acquired.lease());
            return call.notKept(completion, mode);
        }
        StoredResult result = call.result(completion);
        Settlement settlement =
                claims.complete(acquired.lease(), call.request(), call.payload(result), call.retention());
        return switch (settlement) {
            case RECORDED -> call.executed(completion, result, mode);
            case ROLLED_BACK -> call.notKept(completion, mode);
            case STALE -> {
                claims.release(acquired.lease());
                yield call.inFlight(Optional.empty());
            }
        };
    }
}
