package io.counterfoil.cli;

/** An input file cannot be read. The message is one line and is shown to the user. */
final class InputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InputException(String message) {
        super(message);
    }
}
