package io.counterfoil.idempotency;

/**
 * Is told what happens in the engine. Called in the thread where it happens, outside of every unit of work of the engine's
 * own; must be quick, thread-safe, and must not throw: what it throws reaches the engine's caller.
 */
@FunctionalInterface
public interface IdempotencyListener {

    /** Listens to nothing. */
    IdempotencyListener NONE = event -> {};

    /** Something happened. */
    void on(IdempotencyEvent event);

    /** This listener first, then the other. */
    default IdempotencyListener and(IdempotencyListener other) {
        return event -> {
            on(event);
            other.on(event);
        };
    }
}
