package io.counterfoil.signals.receiver;

import io.counterfoil.signals.envelope.Signal;

/** Executes the signals of one type. Thread-safe. */
@FunctionalInterface
public interface SignalHandler {

    /**
     * Executes a command, in the calling thread, inside the transaction that stores its outcome: its database work commits with the outcome,
     * or not at all. Runs once for each executed command; a run that was rolled back (a conflict, an exception, {@link
     * HandlerResult#notDone}) may be followed by another.
     *
     * @param signal the command; of the attempts at it, the one that runs
     * @return the result, from which the outcome is made
     * @throws Exception any exception: the transaction rolls back, and the handler runs again, after pauses and a bounded number of times
     */
    HandlerResult handle(Signal signal) throws Exception;
}
