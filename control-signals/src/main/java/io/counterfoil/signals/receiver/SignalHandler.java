package io.counterfoil.signals.receiver;

import io.counterfoil.signals.envelope.Signal;

/** Carries out the signals of one type. Thread-safe. */
@FunctionalInterface
public interface SignalHandler {

    /**
     * Carries a command out, in the calling thread, inside the transaction that keeps its outcome: its database work commits with the
     * outcome, or not at all. Runs once for each command that is carried out; a run that was undone (a conflict, an exception, {@link
     * HandlerResult#notDone}) may be followed by another.
     *
     * @return what came of it
     * @throws Exception what it likes: the transaction rolls back, and it runs again, after pauses and a bounded number of times
     */
    HandlerResult handle(Signal signal) throws Exception;
}
