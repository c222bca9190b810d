package io.counterfoil.samples.controlplane.orchestrator;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.signals.IdempotencyKeyScope;
import io.counterfoil.signals.caller.Caller;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Envelope.InvalidEnvelopeException;
import io.counterfoil.signals.envelope.SignalOutcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notes each outcome, and hands it on to the caller, whom it answers. Thread-safe. */
final class OutcomeReceiver implements Receiver {

    private static final Logger LOG = LoggerFactory.getLogger(OutcomeReceiver.class);

    private final History history;
    private final Changes changes;
    private final Caller next;

    OutcomeReceiver(History history, Changes changes, Caller next) {
        this.history = history;
        this.changes = changes;
        this.next = next;
    }

    @Override
    public void receive(Delivery delivery) {
        Envelope envelope;
        try {
            envelope = Envelope.read(delivery.message().body());
        } catch (InvalidEnvelopeException refused) {
            delivery.reject(String.valueOf(refused.getMessage()));
            return;
        }
        if (envelope instanceof SignalOutcome outcome) {
            note(outcome);
            next.take(outcome);
        }
        delivery.accept();
        changes.happened();
    }

    private void note(SignalOutcome outcome) {
        Correlation.Scope attempt = Correlation.open(outcome.correlationId());
        IdempotencyKeyScope key = IdempotencyKeyScope.open(outcome.idempotencyKey());
        try (attempt;
                key) {
            history.heard(outcome);
            LOG.info(
                    "{} of {}: {}{}",
                    outcome.type(),
                    outcome.scope().swarmId(),
                    outcome.status(),
                    outcome.replayOf()
                            .map(original -> ", as told of " + original)
                            .orElse(""));
        }
    }
}
