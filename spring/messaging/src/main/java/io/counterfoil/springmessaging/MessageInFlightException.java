package io.counterfoil.springmessaging;

/** The message is being processed by another consumer, which may fail: it is to be delivered again. */
public final class MessageInFlightException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MessageInFlightException(String message) {
        super(message);
    }
}
