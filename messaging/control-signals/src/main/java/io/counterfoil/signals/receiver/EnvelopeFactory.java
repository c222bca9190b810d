package io.counterfoil.signals.receiver;

import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalFailure;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import java.time.InstantSource;

/**
 * Makes the outcomes of a receiver, and names it in its alerts and metrics.
 *
 * @param origin of the envelopes
 * @param at the receiver's scope
 * @param clock for their timestamps
 */
record EnvelopeFactory(String origin, SwarmScope at, InstantSource clock) {

    /** The outcome of a handler's result. A retryable one is not stored. */
    SignalOutcome outcome(Signal signal, HandlerResult handled) {
        if (handled instanceof HandlerResult.Done done) {
            return SignalOutcome.of(signal, clock.instant(), origin, scope(signal), done.status(), false, done.data());
        }
        if (handled instanceof HandlerResult.Failed failed) {
            return failed(signal, failed.failure(), false, failed.data());
        }
        return failed(signal, ((HandlerResult.NotDone) handled).failure(), true);
    }

    /** The outcome of a command that no handler received. */
    SignalOutcome failed(Signal signal, SignalFailure failure, boolean retryable) {
        return failed(signal, failure, retryable, Data.EMPTY);
    }

    private SignalOutcome failed(Signal signal, SignalFailure failure, boolean retryable, Data more) {
        return SignalOutcome.failed(signal, clock.instant(), origin, scope(signal), failure, retryable, more);
    }

    /** The receiver's scope, in the swarm of this signal where that names one. */
    SwarmScope scope(Signal signal) {
        String swarm = signal.scope().swarmId();
        return new SwarmScope(swarm.equals(SwarmScope.ALL) ? at.swarmId() : swarm, at.role(), at.instance());
    }
}
