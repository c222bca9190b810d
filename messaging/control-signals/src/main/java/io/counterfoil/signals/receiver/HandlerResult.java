package io.counterfoil.signals.receiver;

import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.SignalFailure;

/** What a handler returns for a command. */
public sealed interface HandlerResult {

    /**
     * Done: the outcome is stored with the effect, and every duplicate gets it.
     *
     * @param status the outcome's status, such as {@code Running}
     * @param data more members of the outcome's data
     */
    record Done(String status, Data data) implements HandlerResult {}

    /**
     * Failed finally: stored like a success, with whatever the handler wrote; every duplicate gets the same failure.
     *
     * @param failure why
     * @param data more members of the outcome's data
     */
    record Failed(SignalFailure failure, Data data) implements HandlerResult {}

    /**
     * Not done this time: what the handler wrote is rolled back, the attempt's outcome is retryable, and a retry runs.
     *
     * @param failure why
     */
    record NotDone(SignalFailure failure) implements HandlerResult {}

    /**
     * {@return a {@link Done} with these components}
     *
     * @param status the outcome's status, such as {@code Running}
     * @param data more members of the outcome's data
     */
    static HandlerResult done(String status, Data data) {
        return new Done(status, data);
    }

    /**
     * {@return a {@link Failed} with these components}
     *
     * @param failure why it failed
     * @param data more members of the outcome's data
     */
    static HandlerResult failed(SignalFailure failure, Data data) {
        return new Failed(failure, data);
    }

    /**
     * {@return a {@link NotDone} with this failure}
     *
     * @param failure why it was not done
     */
    static HandlerResult notDone(SignalFailure failure) {
        return new NotDone(failure);
    }
}
