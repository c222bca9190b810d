package io.counterfoil.signals.receiver;

import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Failure;
import io.counterfoil.signals.envelope.Outcome;
import io.counterfoil.signals.envelope.Scope;
import io.counterfoil.signals.envelope.Signal;
import java.time.InstantSource;

/**
 * How a receiver words its outcomes.
 *
 * @param origin who signs them
 * @param at where the receiver is
 * @param clock when they came to be
 */
record Answering(String origin, Scope at, InstantSource clock) {

    /** The outcome of what a handler says. One that is retryable is not kept. */
    Outcome outcome(Signal signal, Handled handled) {
        if (handled instanceof Handled.Done done) {
            return Outcome.of(signal, clock.instant(), origin, scope(signal), done.status(), false, done.data());
        }
        if (handled instanceof Handled.Failed failed) {
            return failed(signal, failed.failure(), false, failed.data());
        }
        return failed(signal, ((Handled.NotDone) handled).failure(), true);
    }

    /** The outcome of a command that no handler saw. */
    Outcome failed(Signal signal, Failure failure, boolean retryable) {
        return failed(signal, failure, retryable, Data.EMPTY);
    }

    private Outcome failed(Signal signal, Failure failure, boolean retryable, Data more) {
        return Outcome.failed(signal, clock.instant(), origin, scope(signal), failure, retryable, more);
    }

    private Scope scope(Signal signal) {
        String swarm = signal.scope().swarmId();
        return new Scope(swarm.equals(Scope.ALL) ? at.swarmId() : swarm, at.role(), at.instance());
    }
}
