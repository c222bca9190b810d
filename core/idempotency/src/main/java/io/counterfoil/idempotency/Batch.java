package io.counterfoil.idempotency;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.LostUnitException;
import io.counterfoil.idempotency.store.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Several requests that share one unit of work: chooses those that claim, runs the unit, and reports each request. Used once, by one thread. */
final class Batch<T> {

    private final List<BatchMember<T>> members;
    private final TransactionalMode mode;
    private final Settings settings;
    private final EngineState shared;

    Batch(
            List<BatchRequest<T>> requests,
            PayloadCodec<T> codec,
            TransactionalMode mode,
            Settings settings,
            EngineState shared) {
        this.members = requests.stream()
                .map(request -> new BatchMember<>(request, codec, settings, shared.executions()))
                .toList();
        this.mode = mode;
        this.settings = settings;
        this.shared = shared;
    }

    /** Each by its own action. */
    List<BatchResult<T>> execute(BooleanSupplier isOver) {
        BatchUnit<T> unit = new BatchUnit<>(mode.store(), mode.commitMode(), isOver);
        return execute(unit, (claims, entered) -> unit.run(claims, entered));
    }

    /**
     * All by one action.
     *
     * @throws X what the action threw
     */
    <X extends Exception> List<BatchResult<T>> executeTogether(BatchAction<T, X> action) throws X {
        BatchUnit<T> unit = new BatchUnit<>(mode.store(), mode.commitMode(), () -> false);
        return execute(unit, (claims, entered) -> unit.runTogether(claims, entered, action));
    }

    /** What the unit does with those that entered. */
    private interface Work<T, X extends Exception> {
        void run(Claims claims, List<BatchMember<T>> entered) throws X;
    }

    private <X extends Exception> List<BatchResult<T>> execute(BatchUnit<T> unit, Work<T, X> work) throws X {
        List<BatchMember<T>> entered = new ArrayList<>();
        Set<ClientId> open = new LinkedHashSet<>();
        try {
            enter(entered, open);
            if (!entered.isEmpty()) {
                run(unit, work, entered);
            }
        } finally {
            entered.forEach(member -> shared.inFlight().leave(member.key(), member.entry()));
            open.forEach(client -> shared.open().leave(client, limit(client)));
        }
        return members.stream().map(this::reported).toList();
    }

    private OptionalInt limit(ClientId client) {
        return settings.policy().limits().inProgressOf(client);
    }

    /** Chooses the first of each key, unless its record is in memory, or another call of this process owns the key. */
    private void enter(List<BatchMember<T>> entered, Set<ClientId> open) {
        Set<IdempotencyKey> keys = new HashSet<>();
        for (BatchMember<T> member : members) {
            if (!keys.add(member.key())) {
                continue;
            }
            Optional<IdempotencyRecord> remembered = shared.replays().get(member.key());
            if (remembered.isPresent()) {
                settings.listener()
                        .on(new IdempotencyEvent.ReplayCacheHit(member.call().request()));
                member.end(member.call().answer(remembered.get()));
            } else if (!isOpen(member.key().client(), open)) {
                member.end(new Outcome.TooManyInProgress<>(
                        limit(member.key().client()).orElseThrow(),
                        settings.policy().duplicates().retryAfter()));
            } else if (shared.inFlight().enter(member.key(), member.entry()).isPresent()) {
                member.end(member.call().inFlight(Optional.empty()));
            } else {
                entered.add(member);
            }
        }
    }

    /** A client's requests count as one: they have one thread and one unit of work. */
    private boolean isOpen(ClientId client, Set<ClientId> open) {
        if (open.contains(client)) {
            return true;
        }
        boolean enters = shared.open().enter(client, limit(client));
        if (enters) {
            open.add(client);
        }
        return enters;
    }

    private <X extends Exception> void run(BatchUnit<T> unit, Work<T, X> work, List<BatchMember<T>> entered) throws X {
        ClaimStore store = mode.store();
        try {
            store.<List<BatchMember<T>>, X>within(claims -> {
                work.run(claims, entered);
                return entered;
            });
        } catch (BatchUndoneException undone) {
            throw undone;
        } catch (Exception failure) {
            if (failure instanceof LostUnitException || store.isConflict(failure)) {
                throw new BatchUndoneException(failure);
            }
            if (failure instanceof StoreException || unit.threw(failure)) {
                throw failure;
            }
            throw new BatchUndoneException(failure);
        }
    }

    private BatchResult<T> reported(BatchMember<T> member) {
        BatchResult<T> result = member.result();
        if (result instanceof BatchResult.Failed<T> failed) {
            settings.listener()
                    .on(new IdempotencyEvent.ActionFailed(
                            member.call().request(), mode.commitMode(), Optional.of(failed.failure())));
        } else if (result instanceof BatchResult.Ended<T> ended) {
            if (member.hasFailed()) {
                settings.listener()
                        .on(new IdempotencyEvent.ActionFailed(
                                member.call().request(), mode.commitMode(), Optional.empty()));
            } else {
                return new BatchResult.Ended<>(shared.reporter().report(member.call(), ended.outcome()));
            }
        }
        return result;
    }
}
