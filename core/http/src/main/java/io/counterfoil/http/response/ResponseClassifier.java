package io.counterfoil.http.response;

import io.counterfoil.http.message.Response;
import java.util.Set;

/**
 * Classifies the responses of handlers: what happens to the work behind a response, and what is recorded. Called inside the engine's unit
 * of work for each response that a handler made, and again afterwards for the same one: the result must depend on the response alone.
 * Thread-safe.
 *
 * <pre>{@code
 * ResponseClassifier.DEFAULT.when(Set.of(404), ResponseKind.NOT_DONE)
 * }</pre>
 */
@FunctionalInterface
public interface ResponseClassifier {

    /**
     * Below 400 {@link ResponseKind#DONE}; 408, 425, 429, and any other from 400 to 499 with a {@code Retry-After}, {@link
     * ResponseKind#NOT_DONE}; the rest from 400 to 499 {@link ResponseKind#REFUSED}; from 500 up {@link ResponseKind#FAILED}.
     */
    ResponseClassifier DEFAULT = response -> {
        int status = response.status();
        if (status >= 500) {
            return ResponseKind.FAILED;
        }
        if (status < 400) {
            return ResponseKind.DONE;
        }
        boolean later = status == 408
                || status == 425
                || status == 429
                || response.header("Retry-After").isPresent();
        return later ? ResponseKind.NOT_DONE : ResponseKind.REFUSED;
    };

    /**
     * {@return the kind of a response}
     *
     * @param response a response that the handler made
     */
    ResponseKind classify(Response response);

    /**
     * {@return a classifier that differs from this one for some status codes}
     *
     * @param statuses the status codes, 100 to 599, at least one; copied
     * @param kind the kind of every response with one of them
     * @throws IllegalArgumentException when one is not from 100 to 599, or there is none
     */
    default ResponseClassifier when(Set<Integer> statuses, ResponseKind kind) {
        Set<Integer> named = Set.copyOf(statuses);
        if (named.isEmpty() || named.stream().anyMatch(status -> status < 100 || status > 599)) {
            throw new IllegalArgumentException("needs status codes from 100 to 599, not " + statuses);
        }
        return response -> named.contains(response.status()) ? kind : classify(response);
    }
}
