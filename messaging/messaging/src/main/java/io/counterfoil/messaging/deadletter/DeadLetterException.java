package io.counterfoil.messaging.deadletter;

/** A dead letter could not be requeued or discarded: it is listed as before, and the same call can be made again. */
public final class DeadLetterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception without a cause.
     *
     * @param message what went wrong, for an operator
     */
    public DeadLetterException(String message) {
        super(message);
    }

    /**
     * Makes an exception whose message ends with the cause.
     *
     * @param message what went wrong, for an operator
     * @param cause why
     */
    public DeadLetterException(String message, Throwable cause) {
        super(message + ": " + cause, cause);
    }
}
