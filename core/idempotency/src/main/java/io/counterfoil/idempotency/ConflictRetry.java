package io.counterfoil.idempotency;

import io.counterfoil.idempotency.engine.WaitBudget;
import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LimitingClaimStore;
import io.counterfoil.idempotency.store.UnitOfWork;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs a unit of work, and runs it again as a whole after the store has rolled it back because of a conflict. So the engine
 * works under every isolation level, and on databases that report serialization failures. A unit that joins an outer one is not run
 * again here; that is up to the owner of the outer unit.
 */
final class ConflictRetry {

    /** How long after the first conflict the unit may be run again. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final ClaimStore store;
    private final Settings settings;
    private final boolean joined;

    ConflictRetry(ClaimStore store, Settings settings) {
        this.store = store;
        this.settings = settings;
        this.joined = store.joins();
    }

    /** Whether the unit is part of an outer one. */
    boolean joined() {
        return joined;
    }

    /** Runs the unit, again after a conflict as often as the policy allows, with growing pauses between. */
    <T, X extends Exception> T within(UnitOfWork<T, X> unit, Function<Throwable, IdempotencyEvent> retried) throws X {
        int left = joined ? 0 : settings.policy().limits().conflictRetries();
        WaitBudget budget = null;
        while (true) {
            try {
                return once(unit);
            } catch (Throwable failure) {
                if (budget == null) {
                    budget = settings.budget(LONGEST);
                }
                if (left == 0 || budget.isOver() || !store.isConflict(failure)) {
                    throw failure;
                }
                settings.listener().on(retried.apply(failure));
            }
            left--;
            budget.pause();
        }
    }

    private <T, X extends Exception> T once(UnitOfWork<T, X> unit) throws X {
        Optional<Duration> limit = settings.policy().limits().executionTime();
        return limit.isPresent() && store instanceof LimitingClaimStore limiting
                ? limiting.within(limit.get(), unit)
                : store.within(unit);
    }
}
