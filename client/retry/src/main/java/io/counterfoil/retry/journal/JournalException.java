package io.counterfoil.retry.journal;

/** The journal failed. The message says what could not be done, where, and why. */
public final class JournalException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message what could not be done, and where */
    public JournalException(String message, Throwable cause) {
        super(message, cause);
    }

    /** @param message what could not be done, where, and why */
    public JournalException(String message) {
        super(message);
    }
}
