package io.counterfoil.http.message;

import java.util.Set;

/**
 * Classifies the responses of handlers: what happens to the work behind a response, and what is recorded. Called inside the engine's unit
 * of work for each response that a handler made, and again afterwards for the same one: the result must depend on the response alone.
 * Thread-safe.
 *
 * <pre>{@code
 * ResponseClassifier.DEFAULT.when(Set.of(404), Kind.NOT_DONE)
 * }</pre>
 */
@FunctionalInterface
public interface ResponseClassifier {

    /**
     * Below 400 {@link Kind#DONE}; 408, 425, 429, and any other from 400 to 499 with a {@code Retry-After}, {@link
     * Kind#NOT_DONE}; the rest from 400 to 499 {@link Kind#REFUSED}; from 500 up {@link Kind#FAILED}.
     */
    ResponseClassifier DEFAULT = response -> {
        int status = response.status();
        if (status >= 500) {
            return Kind.FAILED;
        }
        if (status < 400) {
            return Kind.DONE;
        }
        boolean later = status == 408
                || status == 425
                || status == 429
                || response.header("Retry-After").isPresent();
        return later ? Kind.NOT_DONE : Kind.REFUSED;
    };

    /** The kind of a response. */
    Kind classify(Response response);

    /**
     * The same, other than for these status codes.
     *
     * @throws IllegalArgumentException when one is not from 100 to 599, or there is none
     */
    default ResponseClassifier when(Set<Integer> statuses, Kind kind) {
        Set<Integer> named = Set.copyOf(statuses);
        if (named.isEmpty() || named.stream().anyMatch(status -> status < 100 || status > 599)) {
            throw new IllegalArgumentException("needs status codes from 100 to 599, not " + statuses);
        }
        return response -> named.contains(response.status()) ? kind : classify(response);
    }

    /** What a response means for the work behind it, and for duplicates. */
    enum Kind {

        /** It succeeded: duplicates get this response. */
        DONE,

        /** It was refused, and would be refused again: duplicates get this response where refusals are recorded. */
        REFUSED,

        /** It was postponed before any effect: the work is rolled back, and the next attempt executes it. */
        NOT_DONE,

        /** It failed, as with an exception: a transaction is rolled back; under a lease the outcome is unknown. */
        FAILED
    }
}
