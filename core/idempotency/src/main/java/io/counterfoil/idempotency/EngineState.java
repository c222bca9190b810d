package io.counterfoil.idempotency;

import io.counterfoil.idempotency.engine.DuplicateCounts;
import io.counterfoil.idempotency.engine.DuplicatePredictor;
import io.counterfoil.idempotency.engine.InFlightCalls;
import io.counterfoil.idempotency.engine.OpenExecutions;
import io.counterfoil.idempotency.engine.ReplayCache;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.policy.OpenRequests;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The state that all copies of an engine share.
 *
 * @param open the requests in progress
 * @param waiting the duplicates that wait for a call of this process
 * @param executions the actions that run
 */
record EngineState(
        ScheduledExecutorService timer,
        ReplayCache replays,
        InFlightCalls<IdempotencyKey> inFlight,
        DuplicatePredictor predictor,
        OpenRequests open,
        OpenRequests waiting,
        OpenExecutions executions,
        OutcomeReporter reporter) {

    /** That of an engine which has had no call yet. */
    static EngineState of(Mode mode, ScheduledExecutorService timer, ReplayCache replays) {
        DuplicatePredictor predictor = new DuplicatePredictor();
        return new EngineState(
                timer,
                replays,
                new InFlightCalls<>(),
                predictor,
                new OpenRequests(),
                new OpenRequests(),
                new OpenExecutions(),
                new OutcomeReporter(mode.records(), new DuplicateCounts(replays, timer), predictor));
    }
}
