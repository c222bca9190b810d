package io.counterfoil.idempotency.store;

/** The store itself failed: unreachable, timed out, full, or in a state it should never be in. */
public class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With what the store was doing. */
    public StoreException(String doing, Throwable cause) {
        super(doing, cause);
    }

    /** With what is wrong, and what to do about it. */
    public StoreException(String message) {
        super(message);
    }
}
