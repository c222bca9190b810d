package io.counterfoil.jdbc.insert;

/** A row with this key was there before, with other contents: the client used one id for two things. */
public final class DifferentContentsException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    DifferentContentsException() {
        super("a row with this key has other contents: the ID was used for two different objects");
    }
}
