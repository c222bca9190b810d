package io.counterfoil.idempotency;

import io.counterfoil.idempotency.engine.Heartbeat;
import io.counterfoil.idempotency.engine.InFlightCalls;
import io.counterfoil.idempotency.engine.LeasedActions;
import io.counterfoil.idempotency.engine.Progress;
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
import java.time.Duration;
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
record LeaseMode(LeaseStore store, LeasePolicy leases, ScheduledExecutorService timer, LeasedActions actions)
        implements Mode {

    @Override
    public RecordStore records() {
        return store;
    }

    @Override
    public boolean joins() {
        return false;
    }

    @Override
    public boolean isTransactional() {
        return false;
    }

    @Override
    public Mode on(ScheduledExecutorService other) {
        return new LeaseMode(store, leases, other, actions);
    }

    @Override
    public boolean interrupt(Duration limit) {
        return actions.interrupt(limit);
    }

    @Override
    public CommitMode commitMode() {
        return CommitMode.LEASE;
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
        try (LeasedActions.Running running = actions.begin()) {
            return settled(lease, work(acquired, call, running), call);
        }
    }

    private <T, X extends Exception> Outcome<T> settled(Lease lease, End<T> end, Call<T, X> call) throws X {
        if (end instanceof End.Completed<T> completed) {
            return recorded(lease, completed, call);
        }
        if (end instanceof End.Undecided<T>) {
            return store.abandon(lease) ? new Outcome.UnknownOutcome<>() : fencedOff(lease, call);
        }
        if (end instanceof End.Lost<T>) {
            return fencedOff(lease, call);
        }
        End.Threw<T> threw = (End.Threw<T>) end;
        giveUp(lease, threw, call);
        throw LeaseMode.<X>rethrow(threw.failure());
    }

    /** How the work under a lease ended, before the lease is settled. */
    private sealed interface End<T> {

        /** With a completion, and what is to be kept of it; empty for nothing. */
        record Completed<T>(Completion<T> completion, Optional<StoredResult> result) implements End<T> {}

        /** The resolver has not decided. */
        record Undecided<T>() implements End<T> {}

        /** With a failure, of which it is certain, or not, that there was no effect. */
        record Threw<T>(Throwable failure, boolean hadNoEffect) implements End<T> {}

        /** The lease was found to be lost. */
        record Lost<T>() implements End<T> {}
    }

    /** Works while the lease is renewed. */
    private <T, X extends Exception> End<T> work(
            Claim.Acquired acquired, Call<T, X> call, LeasedActions.Running running) {
        try (Heartbeat heartbeat = new Heartbeat(store, acquired.lease(), leases.duration(), listener(call), timer)) {
            return work(acquired, new LeasedExecution(acquired, store, heartbeat), call);
        } catch (LeaseLostException lost) {
            return new End.Lost<>();
        } catch (Throwable failure) {
            return new End.Threw<>(failure, false);
        } finally {
            running.end();
        }
    }

    private <T, X extends Exception> End<T> work(Claim.Acquired acquired, LeasedExecution execution, Call<T, X> call)
            throws X {
        boolean undecided = acquired.takenOver();
        if ((acquired.takenOver() || asksResolver()) && call.action().resolver().isPresent()) {
            Resolution<T> resolution = call.action().resolver().get().resolve(execution);
            if (resolution instanceof Resolution.Happened<T> happened) {
                return completed(happened.completion(), call);
            }
            undecided |= resolution instanceof Resolution.Undecided;
            if (resolution instanceof Resolution.Undecided && leases.onExpiry() == OnExpiry.UNKNOWN) {
                return new End.Undecided<>();
            }
        }
        Completion<T> completion;
        try {
            completion = call.action().run(execution);
        } catch (LeaseLostException lost) {
            throw lost;
        } catch (Throwable failure) {
            return new End.Threw<>(failure, !undecided && !execution.isPhaseOver() && leases.hasNoEffect(failure));
        }
        return completed(completion, call);
    }

    private static <T> End<T> completed(Completion<T> completion, Call<T, ?> call) {
        return new End.Completed<>(
                completion, call.keeps(completion) ? Optional.of(call.result(completion)) : Optional.empty());
    }

    private <T> Outcome<T> recorded(Lease lease, End.Completed<T> end, Call<T, ?> call) {
        Completion<T> completion = end.completion();
        if (end.result().isEmpty()) {
            boolean failed = completion.end() == Completion.End.FAILED;
            if (!(failed ? store.abandon(lease) : store.release(lease))) {
                listener(call).on(new IdempotencyEvent.FencedOff(lease));
            }
            return call.notKept(completion, CommitMode.LEASE);
        }
        StoredResult result = end.result().get();
        return store.complete(lease, call.payload(result), call.retention()) == Settlement.RECORDED
                ? call.executed(completion, result, CommitMode.LEASE)
                : fencedOff(lease, call);
    }

    /** Another owner has the key now; its result will be the result. */
    private static <T> Outcome<T> fencedOff(Lease lease, Call<T, ?> call) {
        listener(call).on(new IdempotencyEvent.FencedOff(lease));
        return call.inFlight(Optional.empty());
    }

    private void giveUp(Lease lease, End.Threw<?> end, Call<?, ?> call) {
        try {
            if (!(end.hadNoEffect() ? store.release(lease) : store.abandon(lease))) {
                listener(call).on(new IdempotencyEvent.FencedOff(lease));
            }
        } catch (RuntimeException failure) {
            end.failure().addSuppressed(failure);
        }
    }

    @SuppressWarnings("unchecked") // The action and its resolver throw X, or what is unchecked.
    private static <E extends Throwable> RuntimeException rethrow(Throwable failure) throws E {
        throw (E) failure;
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

        LeasedExecution(Claim.Acquired acquired, LeaseStore store, Heartbeat heartbeat) {
            super(acquired.lease());
            this.store = store;
            this.heartbeat = heartbeat;
            this.takenOver = acquired.takenOver();
            this.progress = acquired.progress().map(Progress::of).orElseGet(Progress::new);
        }

        /** Whether a phase has run to its end here, and so has had its effect. */
        boolean isPhaseOver() {
            return phaseOver;
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
