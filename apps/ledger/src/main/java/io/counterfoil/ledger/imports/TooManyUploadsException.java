package io.counterfoil.ledger.imports;

/** The limit of concurrent uploads is reached; a later retry can succeed. */
public final class TooManyUploadsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooManyUploadsException(String message) {
        super(message);
    }
}
