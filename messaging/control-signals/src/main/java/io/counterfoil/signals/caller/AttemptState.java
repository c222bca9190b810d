package io.counterfoil.signals.caller;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.signals.envelope.Signal;
import java.util.Optional;

/** One attempt. Guarded by its pending. */
final class AttemptState {

    private final Signal signal;
    private final int numberInRound;
    private boolean confirmed;
    private boolean over;
    private boolean answered;
    private Optional<String> failure = Optional.empty();

    AttemptState(Signal signal, int numberInRound) {
        this.signal = signal;
        this.numberInRound = numberInRound;
    }

    Signal signal() {
        return signal;
    }

    CorrelationId correlationId() {
        return signal.correlationId();
    }

    boolean isFirstInRound() {
        return numberInRound == 1;
    }

    void confirm() {
        confirmed = true;
    }

    /** No caller waits for it alone any more. */
    void failed(String why) {
        over = true;
        failure = Optional.of(why);
    }

    boolean isOver() {
        return over;
    }

    /** There is an outcome under its correlation ID. */
    void answered() {
        answered = true;
        over = true;
    }

    boolean isAnswered() {
        return answered;
    }

    SentAttempt sent() {
        return new SentAttempt(correlationId(), signal.timestamp(), confirmed, failure);
    }
}
