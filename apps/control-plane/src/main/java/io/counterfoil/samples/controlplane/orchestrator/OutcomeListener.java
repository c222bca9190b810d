package io.counterfoil.samples.controlplane.orchestrator;

import io.counterfoil.signals.caller.Caller;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.SignalOutcome;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores each outcome and passes it to the caller that waits for it. Thread-safe. */
final class OutcomeListener implements Consumer<Envelope> {

    private static final Logger LOG = LoggerFactory.getLogger(OutcomeListener.class);

    private final History history;
    private final Changes changes;
    private final Caller next;

    OutcomeListener(History history, Changes changes, Caller next) {
        this.history = history;
        this.changes = changes;
        this.next = next;
    }

    @Override
    public void accept(Envelope envelope) {
        if (envelope instanceof SignalOutcome outcome) {
            history.heard(outcome);
            LOG.info(
                    "{} of {}: {}{}",
                    outcome.type(),
                    outcome.scope().swarmId(),
                    outcome.status(),
                    outcome.replayOf()
                            .map(original -> ", replay of " + original)
                            .orElse(""));
            next.take(outcome);
            changes.happened();
        }
    }
}
