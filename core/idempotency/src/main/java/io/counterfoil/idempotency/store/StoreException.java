package io.counterfoil.idempotency.store;

/** The store itself failed: unreachable, timed out, full, or in a state it should never be in. */
public class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * For a failure of the store.
     *
     * @param doing what the store was doing, or what is wrong
     * @param cause what failed
     */
    public StoreException(String doing, Throwable cause) {
        super(doing, cause);
    }

    /**
     * For a store that cannot do its work.
     *
     * @param message what is wrong, and what to do about it
     */
    public StoreException(String message) {
        super(message);
    }
}
