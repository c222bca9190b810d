package io.counterfoil.idempotency;

/**
 * A unit of work that several requests shared was undone as a whole, because of a conflict, a refused commit, or an action that marked it for
 * roll-back: nothing of it took effect. Each request can be executed alone, which shows whose failure it is.
 */
public final class BatchUndoneException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * For a unit of work that was undone.
     *
     * @param cause why it was undone
     */
    public BatchUndoneException(Throwable cause) {
        super("a unit of work of several requests was undone; each of them can be executed alone: " + cause, cause);
    }
}
