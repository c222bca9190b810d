package io.counterfoil.springmessaging;

import io.counterfoil.testkit.transparency.DifferentUnderAKey;
import java.util.Optional;

/**
 * One row of the contract of listeners.
 *
 * @param shows the difference that it shows with {@link OncePerMessage}
 */
record ListenerShape(String name, Optional<DifferentUnderAKey> shows, Body body) {

    /** The body of a listener. */
    @FunctionalInterface
    interface Body {
        void receive(ShapeApplication application, String payload) throws Exception;
    }

    static ListenerShape same(String name, Body body) {
        return new ListenerShape(name, Optional.empty(), body);
    }

    static ListenerShape different(String name, DifferentUnderAKey shows, Body body) {
        return new ListenerShape(name, Optional.of(shows), body);
    }
}
