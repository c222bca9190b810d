package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.idempotency.store.Settlement;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Claim, work and record one after the other, held together by a lease: for effects that the store's transaction does not
 * reach.
 *
 * <p>The lease is claimed before the work, renewed while it runs, and ended with the record. A process that dies in between
 * leaves a lease that runs out; the store then says that the outcome is unknown, or gives it to the next one under a higher
 * token. From that moment every write of the former owner, who may only have been asleep, changes nothing: it can neither
 * renew, save, complete nor release. What it does elsewhere only the token can stop; that is why the action gets it.
 *
 * <p>An action that throws has told nothing of its effect. Its lease is ended at once, so that nobody waits for it to run
 * out, and what follows is what follows any lease that ran out: the resolver's word, or the policy's. Where the policy knows of the
 * failure that nothing has happened, the lease is released.
 */
record LeaseMode(LeaseStore store, LeasePolicy leases, ScheduledExecutorService timer) implements Mode {

    @Override
    public RecordStore records() {
        return store;
    }

    @Override
    public boolean joins() {
        return false;
    }

    @Override
    public <T, X extends Exception> Outcome<T> attempt(Call<T, X> call, InFlightCalls.Entry entry) throws X {
        boolean takeOver = leases.onExpiry() == LeasePolicy.OnExpiry.RERUN
                || call.action().resolver().isPresent();
        return store.lease(call.request(), leases.duration(), takeOver)
                .match(
                        acquired -> {
                            entry.work(call.request().fingerprint());
                            return execute(acquired, call);
                        },
                        replay -> call.answer(replay.record()),
                        inFlight -> call.inFlight(inFlight.leaseLeft()),
                        call::mismatch,
                        unknown -> new Outcome.UnknownOutcome<>());
    }

    private <T, X extends Exception> Outcome<T> execute(Claim.Acquired acquired, Call<T, X> call) throws X {
        Lease lease = acquired.lease();
        if (acquired.takenOver()) {
            listener(call).on(new IdempotencyEvent.LeaseTakenOver(call.request(), lease));
        }
        Optional<Completion<T>> completion;
        Optional<StoredResult> result;
        LeasedExecution execution = null;
        try (Heartbeat heartbeat = new Heartbeat(store, lease, leases.duration(), listener(call), timer)) {
            execution = new LeasedExecution(acquired, store, heartbeat);
            completion = completion(acquired, execution, call);
            result = completion.filter(call::keeps).map(call::result);
        } catch (LeaseLostException lost) {
            return fencedOff(lease, call);
        } catch (Throwable failure) {
            end(lease, call, failure, execution != null && execution.hadNoEffect);
            throw failure;
        }
        return completion.isPresent() ? settled(lease, completion.get(), result, call) : undecided(lease, call);
    }

    /** How the work ended; empty where nobody can tell. */
    private <T, X extends Exception> Optional<Completion<T>> completion(
            Claim.Acquired acquired, LeasedExecution execution, Call<T, X> call) throws X {
        if (acquired.takenOver() && call.action().resolver().isPresent()) {
            Resolution<T> resolution = call.action().resolver().get().resolve(execution);
            if (resolution instanceof Resolution.Happened<T> happened) {
                return Optional.of(happened.completion());
            }
            boolean undecided = resolution instanceof Resolution.Undecided;
            if (undecided && leases.onExpiry() == LeasePolicy.OnExpiry.UNKNOWN) {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(call.action().run(execution));
        } catch (Throwable failure) {
            execution.hadNoEffect = !acquired.takenOver() && !execution.phaseOver && leases.hasNoEffect(failure);
            throw failure;
        }
    }

    private <T, X extends Exception> Outcome<T> settled(
            Lease lease, Completion<T> completion, Optional<StoredResult> result, Call<T, X> call) {
        if (result.isEmpty()) {
            if (!store.release(lease)) {
                listener(call).on(new IdempotencyEvent.FencedOff(lease));
            }
            return call.notKept(completion, Outcome.Mode.LEASE);
        }
        Payload kept = result.get().encode(call.settings().policy().resultLimits());
        return store.complete(lease, kept, call.retention()) == Settlement.RECORDED
                ? call.executed(completion, result.get(), Outcome.Mode.LEASE)
                : fencedOff(lease, call);
    }

    private <T, X extends Exception> Outcome<T> undecided(Lease lease, Call<T, X> call) {
        return store.abandon(lease) ? new Outcome.UnknownOutcome<>() : fencedOff(lease, call);
    }

    /** Another has the key now: its answer is the answer. */
    private static <T, X extends Exception> Outcome<T> fencedOff(Lease lease, Call<T, X> call) {
        listener(call).on(new IdempotencyEvent.FencedOff(lease));
        return call.inFlight(Optional.empty());
    }

    private <T, X extends Exception> void end(Lease lease, Call<T, X> call, Throwable cause, boolean hadNoEffect) {
        try {
            if (!(hadNoEffect ? store.release(lease) : store.abandon(lease))) {
                listener(call).on(new IdempotencyEvent.FencedOff(lease));
            }
        } catch (RuntimeException failure) {
            cause.addSuppressed(failure);
        }
    }

    private static IdempotencyListener listener(Call<?, ?> call) {
        return call.settings().listener();
    }

    /** Keeps each phase's result under the lease. */
    private static final class LeasedExecution extends Execution {

        private final LeaseStore store;
        private final Heartbeat heartbeat;
        private final Progress progress;
        private boolean phaseOver;
        private boolean hadNoEffect;

        LeasedExecution(Claim.Acquired acquired, LeaseStore store, Heartbeat heartbeat) {
            super(acquired.lease());
            this.store = store;
            this.heartbeat = heartbeat;
            this.progress = acquired.progress().map(Progress::of).orElseGet(Progress::new);
        }

        @Override
        public boolean isLost() {
            return heartbeat.isLost();
        }

        @Override
        <R, X extends Exception> R run(String name, PayloadCodec<R> codec, Phase<R, X> phase) throws X {
            Optional<Payload> earlier = progress.result(name);
            if (earlier.isPresent()) {
                return codec.decode(earlier.get());
            }
            R result = phase.run();
            phaseOver = true;
            if (!store.save(lease(), progress.add(name, codec.encode(result)))) {
                heartbeat.lose();
                throw new LeaseLostException(lease());
            }
            return result;
        }
    }
}
