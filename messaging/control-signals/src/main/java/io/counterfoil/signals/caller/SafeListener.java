package io.counterfoil.signals.caller;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.signals.envelope.SignalOutcome;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listener whose failures are logged, and change nothing. */
record SafeListener(CallerListener inner) implements CallerListener {

    private static final Logger LOG = LoggerFactory.getLogger(SafeListener.class);

    @Override
    public void sentTwice(Command command) {
        carefully(() -> inner.sentTwice(command));
    }

    @Override
    public void sentElsewhere(Command command, CorrelationId attempt) {
        carefully(() -> inner.sentElsewhere(command, attempt));
    }

    @Override
    public void lateDuplicate(Command command, SignalOutcome outcome) {
        carefully(() -> inner.lateDuplicate(command, outcome));
    }

    @Override
    public void answeredLate(Command command, SignalOutcome outcome) {
        carefully(() -> inner.answeredLate(command, outcome));
    }

    @Override
    public void anotherAnswer(Command command, SignalOutcome outcome) {
        carefully(() -> inner.anotherAnswer(command, outcome));
    }

    @Override
    public void expired(Command command, Instant openedAt) {
        carefully(() -> inner.expired(command, openedAt));
    }

    private static void carefully(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException broken) {
            LOG.error("A listener failed", broken);
        }
    }
}
