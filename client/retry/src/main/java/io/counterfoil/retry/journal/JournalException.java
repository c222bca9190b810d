package io.counterfoil.retry.journal;

/** The journal failed. The message says what could not be done, where, and why. */
public final class JournalException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure that another exception has caused.
     *
     * @param message what could not be done, and where
     * @param cause why
     */
    public JournalException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * A failure that the journal itself has found.
     *
     * @param message what could not be done, where, and why
     */
    public JournalException(String message) {
        super(message);
    }
}
