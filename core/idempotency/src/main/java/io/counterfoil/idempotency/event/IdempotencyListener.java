package io.counterfoil.idempotency.event;

/**
 * Receives the engine's events. Called in the thread where the event happens, outside of the engine's own units of work; must be fast and
 * thread-safe, and must not throw: an exception reaches the caller of the engine.
 */
@FunctionalInterface
public interface IdempotencyListener {

    /** Listens to nothing. */
    IdempotencyListener NONE = event -> {};

    /** Something happened. */
    void on(IdempotencyEvent event);

    /** {@return this listener first, then the other} */
    default IdempotencyListener and(IdempotencyListener other) {
        return event -> {
            on(event);
            other.on(event);
        };
    }
}
