package io.counterfoil.cli.console;

/** The console cannot be shown. The message is one line and is shown to the user. */
public final class ConsoleException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ConsoleException(String message) {
        super(message);
    }

    ConsoleException(String message, Throwable cause) {
        super(message, cause);
    }
}
