package io.counterfoil.jdbc.insert;

/** A row with this key was there before, with other contents: the client used one id for two things. */
public final class DifferentContentsException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    DifferentContentsException() {
        super("a row with this key exists, and its contents are others: one id was used for two things");
    }
}
