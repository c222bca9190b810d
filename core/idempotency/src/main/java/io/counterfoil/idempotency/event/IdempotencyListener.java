package io.counterfoil.idempotency.event;

/**
 * Receives the engine's events. Called in the thread where the event happens, outside of the engine's own units of work; must be fast and
 * thread-safe, and must not throw: an exception reaches the caller of the engine.
 */
@FunctionalInterface
public interface IdempotencyListener {

    /** Ignores every event. */
    IdempotencyListener NONE = event -> {};

    /**
     * Receives an event, in the thread where it happens.
     *
     * @param event what happened
     */
    void on(IdempotencyEvent event);

    /**
     * {@return a listener that passes each event to this one first, then to another}
     *
     * @param other receives each event after this one, unless this one throws
     */
    default IdempotencyListener and(IdempotencyListener other) {
        return event -> {
            on(event);
            other.on(event);
        };
    }
}
