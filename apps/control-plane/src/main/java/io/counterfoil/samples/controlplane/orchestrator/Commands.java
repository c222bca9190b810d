package io.counterfoil.samples.controlplane.orchestrator;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.samples.controlplane.SwarmAction;
import io.counterfoil.samples.controlplane.SwarmCommand;
import io.counterfoil.signals.IdempotencyKeyScope;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Dispatches commands, once for each (swarm, action, key).
 *
 * <p>One transaction holds the record of the request, the reservation of a new swarm's name, and the dispatch with the
 * broker's confirm. A dispatch that fails undoes all of it, and the same request can be made again. When the process
 * fails between confirm and commit, or only the confirm is lost, the command was published without a record: the same
 * request dispatches it again, under another correlation ID, and the controllers, who know it by its key, do it once
 * and answer both attempts.
 *
 * <p>Thread-safe.
 */
@Service
public class Commands {

    private static final Logger LOG = LoggerFactory.getLogger(Commands.class);

    private static final PayloadCodec<CorrelationId> ATTEMPT = PayloadCodec.of(
            40,
            id -> id.value().getBytes(StandardCharsets.UTF_8),
            bytes -> CorrelationId.parse(new String(bytes, StandardCharsets.UTF_8)));

    private final Idempotency engine;
    private final Swarms swarms;
    private final History history;
    private final Dispatcher dispatcher;
    private final Changes changes;
    private final InstantSource clock;

    Commands(
            Idempotency engine,
            Swarms swarms,
            History history,
            Dispatcher dispatcher,
            Changes changes,
            InstantSource clock) {
        this.engine = engine;
        this.swarms = swarms;
        this.history = history;
        this.dispatcher = dispatcher;
        this.changes = changes;
        this.clock = clock;
    }

    /**
     * Dispatches the command, or finds the attempt that was dispatched for it before.
     *
     * @return with the correlation ID of the first attempt
     * @throws RefusedException when it cannot be: nothing was dispatched, and nothing is remembered
     * @throws DispatchFailedException when the broker did not confirm it: nothing is remembered, and the same call can be made again
     */
    public Outcome<CorrelationId> dispatch(SwarmCommand command) {
        IdempotencyKeyScope scope = IdempotencyKeyScope.open(command.key());
        try (scope) {
            Outcome<CorrelationId> outcome = engine.execute(
                    // In the client's place what no other use of the engine has there: the scope is swarm and action.
                    IdempotencyKey.of(
                            "orchestrator/" + command.swarm(),
                            command.action().type(),
                            command.key().value()),
                    Fingerprint.of(command.data().json().getBytes(StandardCharsets.UTF_8)),
                    ATTEMPT,
                    execution -> Completion.remember(first(command)));
            changes.happened();
            return outcome;
        }
    }

    private CorrelationId first(SwarmCommand command) {
        if (command.action() == SwarmAction.CREATE) {
            if (!swarms.reserve(command.swarm(), command.key())) {
                throw new RefusedException(RefusedException.Reason.SWARM_EXISTS);
            }
        } else if (swarms.swarm(command.swarm()).isEmpty()) {
            throw new RefusedException(RefusedException.Reason.NO_SUCH_SWARM);
        }
        return send(command);
    }

    private CorrelationId send(SwarmCommand command) {
        CorrelationId attempt = dispatcher.send(command);
        history.sent(command, attempt, clock.instant());
        // A retry continues the correlation ID of the first attempt, not that of the request that asks for it.
        Correlation.Scope ofTheAttempt = Correlation.open(attempt);
        try (ofTheAttempt) {
            LOG.info("{} of {} dispatched as {}", command.action().type(), command.swarm(), attempt);
        }
        return attempt;
    }

    /**
     * Sends the command of an earlier attempt once more, under its key and another correlation ID: what a user's retry is.
     *
     * @return the new attempt; empty where there was no such attempt
     * @throws DispatchFailedException when the broker did not confirm it
     */
    public Optional<CorrelationId> retry(CorrelationId earlier) {
        return history.commandOf(earlier).map(command -> {
            IdempotencyKeyScope scope = IdempotencyKeyScope.open(command.key());
            try (scope) {
                return send(command);
            } finally {
                changes.happened();
            }
        });
    }

    /** Sends again what an earlier orchestrator has sent and has not heard the end of; to be called when there are controllers. */
    public void resume() {
        dispatcher.resume((command, attempt) -> history.sent(command, attempt, clock.instant()));
        changes.happened();
    }
}
