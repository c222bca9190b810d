package io.counterfoil.idempotency;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.policy.FirstClaim;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.result.StoredResult;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.idempotency.store.Settlement;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Claim, execution and record as separate steps under a lease: for external side effects, which the store's transaction does not
 * cover.
 *
 * <p>The lease is claimed before the work, renewed while it runs, and ended with the record. A process that ends in between
 * leaves a lease that expires; the store then reports an unknown outcome, or grants the next owner a lease with a higher
 * token. From then on no write of the former owner, which may only have been paused, has an effect: it can neither
 * renew, save, complete nor release. Its external side effects can only be stopped by the fencing token, which the action gets for that
 * purpose.
 *
 * <p>When an action throws, its external effect is unknown. Its lease is abandoned at once, so that no duplicate waits for its expiry, and
 * the resolver or the policy decides as for any expired lease. Where the policy names the exception as one without an effect, the lease
 * is released.
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

    /** A store that loses acknowledged writes loses claims, and the next first claim of the same key executes it again. */
    @Override
    public void verify() {
        Optional<String> loss = leases.firstClaim() == FirstClaim.CHECK_STORE ? store.lossOfWrites() : Optional.empty();
        if (loss.isPresent()) {
            throw new IllegalStateException(
                    "lease mode needs a store that keeps every acknowledged write, or an effect can take place twice: "
                            + loss.get()
                            + ". FirstClaim.ASK_RESOLVER asks the resolver about every first claim, and TRUST_STORE accepts the store as it is");
        }
    }

    private boolean asksResolver() {
        return leases.firstClaim() == FirstClaim.ASK_RESOLVER;
    }

    @Override
    public <T, X extends Exception> Outcome<T> attempt(Call<T, X> call, InFlightCalls.Entry entry) throws X {
        verify();
        if (asksResolver() && call.action().resolver().isEmpty()) {
            throw new IllegalStateException("FirstClaim.ASK_RESOLVER needs work with a resolver: Action.resolvedBy");
        }
        boolean takeOver =
                leases.onExpiry() == OnExpiry.RERUN || call.action().resolver().isPresent();
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

    /** How the work ended; empty where that is undecided. */
    private <T, X extends Exception> Optional<Completion<T>> completion(
            Claim.Acquired acquired, LeasedExecution execution, Call<T, X> call) throws X {
        boolean undecided = acquired.takenOver();
        if ((acquired.takenOver() || asksResolver()) && call.action().resolver().isPresent()) {
            Resolution<T> resolution = call.action().resolver().get().resolve(execution);
            if (resolution instanceof Resolution.Happened<T> happened) {
                return Optional.of(happened.completion());
            }
            undecided |= resolution instanceof Resolution.Undecided;
            if (resolution instanceof Resolution.Undecided && leases.onExpiry() == OnExpiry.UNKNOWN) {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(call.action().run(execution));
        } catch (Throwable failure) {
            execution.hadNoEffect = !undecided && !execution.phaseOver && leases.hasNoEffect(failure);
            throw failure;
        }
    }

    private <T, X extends Exception> Outcome<T> settled(
            Lease lease, Completion<T> completion, Optional<StoredResult> result, Call<T, X> call) {
        if (result.isEmpty()) {
            if (!store.release(lease)) {
                listener(call).on(new IdempotencyEvent.FencedOff(lease));
            }
            return call.notKept(completion, CommitMode.LEASE);
        }
        Payload kept = call.payload(result.get());
        return store.complete(lease, kept, call.retention()) == Settlement.RECORDED
                ? call.executed(completion, result.get(), CommitMode.LEASE)
                : fencedOff(lease, call);
    }

    private <T, X extends Exception> Outcome<T> undecided(Lease lease, Call<T, X> call) {
        return store.abandon(lease) ? new Outcome.UnknownOutcome<>() : fencedOff(lease, call);
    }

    /** Another owner has the key now; its result will be the result. */
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
        private final boolean takenOver;
        private final Progress progress;
        private boolean phaseOver;
        private boolean hadNoEffect;

        LeasedExecution(Claim.Acquired acquired, LeaseStore store, Heartbeat heartbeat) {
            super(acquired.lease());
            this.store = store;
            this.heartbeat = heartbeat;
            this.takenOver = acquired.takenOver();
            this.progress = acquired.progress().map(Progress::of).orElseGet(Progress::new);
        }

        @Override
        public boolean isLost() {
            return heartbeat.isLost();
        }

        @Override
        public boolean isTakenOver() {
            return takenOver;
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
