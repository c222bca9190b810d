package io.counterfoil.ledger.imports;

/** As many files arrive as are read at once. Worth another try later. */
public final class TooManyUploadsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooManyUploadsException(String message) {
        super(message);
    }
}
