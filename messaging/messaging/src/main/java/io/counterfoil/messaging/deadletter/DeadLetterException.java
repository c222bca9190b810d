package io.counterfoil.messaging.deadletter;

/** A dead letter could not be requeued or discarded: it is listed as before, and the same call can be made again. */
public final class DeadLetterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With what went wrong, in words for an operator. */
    public DeadLetterException(String message) {
        super(message);
    }

    /** The same, for this reason. */
    public DeadLetterException(String message, Throwable cause) {
        super(message + ": " + cause, cause);
    }
}
