package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/** A store whose calls the explorer observes. */
interface Observed {

    /** A new engine on the store. */
    Idempotency engine(ScheduledExecutorService timer);

    /** Settles outcomes for an operator, in lease mode. */
    UnknownOutcomes unknownOutcomes();

    /** The record of a key, read without a step. */
    Optional<IdempotencyRecord> record(IdempotencyKey key);

    /** The record of the scenario's key. */
    default Optional<IdempotencyRecord> record() {
        return record(Run.KEY);
    }
}
