package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/** A store with the explorer in front of it. */
interface Observed {

    /** An engine on it, with a memory of its own. */
    Idempotency engine(ScheduledExecutorService timer);

    /** For an operator, in lease mode. */
    UnknownOutcomes unknownOutcomes();

    /** The record of the one key, read from outside. */
    Optional<IdempotencyRecord> record();
}
