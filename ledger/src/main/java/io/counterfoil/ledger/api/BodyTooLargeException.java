package io.counterfoil.ledger.api;

/** A body is longer than the API takes. */
final class BodyTooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int maxBytes;

    BodyTooLargeException(int maxBytes) {
        super("the body is larger than " + maxBytes + " bytes");
        this.maxBytes = maxBytes;
    }

    int maxBytes() {
        return maxBytes;
    }
}
