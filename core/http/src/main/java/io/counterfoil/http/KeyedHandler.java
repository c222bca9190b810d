package io.counterfoil.http;

import io.counterfoil.http.message.Response;
import java.util.Optional;

/**
 * The work behind the endpoint.
 *
 * @param <X> the checked exceptions that the handler throws
 */
@FunctionalInterface
public interface KeyedHandler<X extends Exception> {

    /**
     * Makes the response, in the thread that executes the request; its effects belong to the engine's unit of work.
     *
     * @param execution the key and the context of the execution; empty where the key would be in the body and is missing
     * @return the response, as it is sent for the first time
     * @throws X what the handler throws, which the caller of {@link HttpIdempotency#execute} gets
     */
    Response handle(Optional<KeyedExecution> execution) throws X;

    /**
     * {@return whether the handler can run again after its effects were rolled back, because its unit of work lost a conflict; by default
     * false}
     */
    default boolean isRepeatable() {
        return false;
    }
}
