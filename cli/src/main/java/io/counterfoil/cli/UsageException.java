package io.counterfoil.cli;

/** The command line asks for what cannot be done; the message says what, in one line. */
final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }

    UsageException(String message, Throwable cause) {
        super(message, cause);
    }
}
