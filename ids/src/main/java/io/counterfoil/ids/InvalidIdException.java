package io.counterfoil.ids;

/**
 * A text that is not the id it was read as. The message says what was expected and what was found, for a log or for the
 * client who sent it: it is one line of printable ASCII, and repeats at most 64 characters of the text.
 */
public final class InvalidIdException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    InvalidIdException(String message) {
        super(message);
    }

    InvalidIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
