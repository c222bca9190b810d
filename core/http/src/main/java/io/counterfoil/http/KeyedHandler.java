package io.counterfoil.http;

import io.counterfoil.http.message.Response;
import java.util.Optional;

/** The work behind the endpoint. */
@FunctionalInterface
public interface KeyedHandler<X extends Exception> {

    /**
     * Makes the response; its effects belong to the engine's unit of work.
     *
     * @param execution the key and the context of the execution; empty where the key would be in the body and is missing
     */
    Response handle(Optional<KeyedExecution> execution) throws X;

    /** {@return whether it can run again once its effects are undone, because its unit of work lost a conflict} By default it cannot. */
    default boolean isRepeatable() {
        return false;
    }
}
