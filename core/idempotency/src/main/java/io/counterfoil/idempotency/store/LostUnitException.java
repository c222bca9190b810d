package io.counterfoil.idempotency.store;

/**
 * A unit of work can only be undone as a whole, because one of its parts could not be undone alone. Each of its requests can be executed in a
 * unit of its own.
 */
public final class LostUnitException extends StoreException {

    private static final long serialVersionUID = 1L;

    /**
     * For a unit of work that can only be undone as a whole.
     *
     * @param message why its part could not be undone alone
     * @param cause what the part threw, or what prevented its undoing
     */
    public LostUnitException(String message, Throwable cause) {
        super(message, cause);
    }
}
