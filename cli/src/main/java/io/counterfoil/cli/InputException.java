package io.counterfoil.cli;

/** Something that the command line names cannot be read. The message is one line, and all that the user sees. */
final class InputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InputException(String message) {
        super(message);
    }
}
