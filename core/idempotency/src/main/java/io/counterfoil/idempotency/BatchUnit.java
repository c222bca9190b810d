package io.counterfoil.idempotency;

import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.StoredResult;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.CompletedClaim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LostUnitException;
import io.counterfoil.idempotency.store.Settlement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Claims, executions and records of several requests in one unit of work: all keys are claimed at once, each action runs as a part of the unit,
 * or one action as the only part, and all results are recorded at once. A process that ends at any instant leaves each effect with its record, or neither.
 *
 * <p>The results are recorded after the last action, and not with the claims. So an action that fails leaves no record to be removed; and where an
 * action commits the transaction itself, which it must not do, no record of a request that was not executed is committed.
 *
 * <p>Used once, by one thread.
 */
final class BatchUnit<T> {

    private final ClaimStore store;
    private final CommitMode mode;
    private final BooleanSupplier isOver;
    private final List<Executed<T>> executed = new ArrayList<>();
    private Optional<Throwable> thrown = Optional.empty();

    BatchUnit(ClaimStore store, CommitMode mode, BooleanSupplier isOver) {
        this.store = store;
        this.mode = mode;
        this.isOver = isOver;
    }

    /** An action that has ended, and what is to be recorded. */
    private record Executed<T>(
            BatchMember<T> member, Completion<T> completion, StoredResult result, CompletedClaim claim) {}

    /** Leaves a part whose completion is not kept, so that it is undone. */
    private static final class NotKept extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NotKept() {
            super(null, null, false, false);
        }
    }

    /** A member whose key the unit has claimed. */
    private record Claimed<T>(BatchMember<T> member, Claim.Acquired claim) {

        void begin() {
            member.entry().work(member.call().request().fingerprint());
        }
    }

    /** Executes each as a part of its own. */
    void run(Claims claims, List<BatchMember<T>> members) {
        boolean begun = false;
        for (Claimed<T> claimed : claimed(claims, members)) {
            if (!begun || !isOver.getAsBoolean()) {
                begun = true;
                claimed.begin();
                execute(claims, claimed.member(), claimed.claim());
            }
        }
        record(claims);
    }

    /**
     * Executes all as one part.
     *
     * @throws X what the action threw; the unit is to be undone
     */
    <X extends Exception> void runTogether(Claims claims, List<BatchMember<T>> members, BatchAction<T, X> action)
            throws X {
        List<Claimed<T>> claimed = claimed(claims, members);
        if (claimed.isEmpty()) {
            return;
        }
        claimed.forEach(Claimed::begin);
        List<KeyedRequest> requests =
                claimed.stream().map(each -> each.member().call().request()).toList();
        Completion<T> completion = Completion.remember(claims.part(unit -> run(action, requests)));
        claimed.forEach(each -> executed(each.member(), completion, each.claim()));
        record(claims);
    }

    private <X extends Exception> T run(BatchAction<T, X> action, List<KeyedRequest> requests) throws X {
        try {
            return action.run(requests);
        } catch (Throwable failure) {
            thrown = Optional.of(failure);
            throw failure;
        }
    }

    /** Whether the action that ran for all threw this. */
    boolean threw(Throwable failure) {
        return thrown.filter(its -> its == failure).isPresent();
    }

    /** Claims all at once; those that are not acquired end. */
    private List<Claimed<T>> claimed(Claims claims, List<BatchMember<T>> members) {
        List<Claim> found = claims.claimAll(
                members.stream().map(member -> member.call().request()).toList());
        List<Claimed<T>> claimed = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            BatchMember<T> member = members.get(i);
            if (found.get(i) instanceof Claim.Acquired acquired) {
                claimed.add(new Claimed<>(member, acquired));
            } else {
                member.end(notAcquired(member.call(), found.get(i)));
            }
        }
        return claimed;
    }

    private static <T> Outcome<T> notAcquired(Call<T, Exception> call, Claim claim) {
        return claim.match(
                acquired -> {
                    throw new IllegalStateException("the claim was acquired");
                },
                replay -> call.answer(replay.record()),
                inFlight -> call.inFlight(inFlight.leaseLeft()),
                call::mismatch,
                unknown -> new Outcome.UnknownOutcome<>());
    }

    private void execute(Claims claims, BatchMember<T> member, Claim.Acquired acquired) {
        Call<T, Exception> call = member.call();
        List<Completion<T>> completions = new ArrayList<>();
        try {
            claims.part(unit -> {
                Completion<T> completion = call.action().run(new Execution.Transactional(acquired.lease()));
                completions.add(completion);
                if (!call.keeps(completion)) {
                    throw new NotKept();
                }
                return completion;
            });
        } catch (NotKept undone) {
            member.end(call.notKept(completions.get(0), mode));
            return;
        } catch (LostUnitException lost) {
            throw lost;
        } catch (Exception | Error failure) {
            if (store.isConflict(failure)) {
                // What it has read may be the reason, and that may be older than this part.
                throw new BatchUndoneException(failure);
            }
            member.fail(failure);
            return;
        }
        executed(member, completions.get(0), acquired);
    }

    private void executed(BatchMember<T> member, Completion<T> completion, Claim.Acquired acquired) {
        Call<T, Exception> call = member.call();
        StoredResult result = call.result(completion);
        executed.add(new Executed<>(
                member,
                completion,
                result,
                new CompletedClaim(acquired.lease(), call.request(), call.payload(result), call.retention())));
    }

    private void record(Claims claims) {
        List<Settlement> settlements =
                claims.completeAll(executed.stream().map(Executed::claim).toList());
        for (int i = 0; i < settlements.size(); i++) {
            Executed<T> done = executed.get(i);
            if (settlements.get(i) != Settlement.RECORDED) {
                throw new BatchUndoneException(new IllegalStateException(
                        "the result of " + done.member().key() + " was not recorded: " + settlements.get(i)));
            }
            done.member().end(done.member().call().executed(done.completion(), done.result(), mode));
        }
    }
}
