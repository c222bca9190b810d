package io.counterfoil.http;

import java.util.Set;

/**
 * Says what a response means for the work behind it, and so what is remembered (RQ-14). Asked inside the engine's unit of work about
 * each response that a handler made, and about the same one again afterwards: it depends on nothing but the response. Thread-safe.
 *
 * <pre>{@code
 * Remembering.DEFAULT.when(Set.of(404), Fate.NOT_DONE)
 * }</pre>
 */
@FunctionalInterface
public interface Remembering {

    /**
     * Below 400 {@link Fate#DONE}; 408, 425, 429, and any other from 400 to 499 with a {@code Retry-After}, {@link
     * Fate#NOT_DONE}; the rest from 400 to 499 {@link Fate#REFUSED}; from 500 up {@link Fate#FAILED}.
     */
    Remembering DEFAULT = response -> {
        int status = response.status();
        if (status >= 500) {
            return Fate.FAILED;
        }
        if (status < 400) {
            return Fate.DONE;
        }
        boolean later = status == 408
                || status == 425
                || status == 429
                || response.header("Retry-After").isPresent();
        return later ? Fate.NOT_DONE : Fate.REFUSED;
    };

    /** What becomes of the work behind this response. */
    Fate fate(Response response);

    /**
     * The same, other than for these status codes.
     *
     * @throws IllegalArgumentException when one is not from 100 to 599, or there is none
     */
    default Remembering when(Set<Integer> statuses, Fate fate) {
        Set<Integer> named = Set.copyOf(statuses);
        if (named.isEmpty() || named.stream().anyMatch(status -> status < 100 || status > 599)) {
            throw new IllegalArgumentException("needs status codes from 100 to 599, not " + statuses);
        }
        return response -> named.contains(response.status()) ? fate : fate(response);
    }
}
