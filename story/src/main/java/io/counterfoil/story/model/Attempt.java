package io.counterfoil.story.model;

import java.util.List;
import java.util.Optional;

/**
 * One attempt of an {@link Action}: the lines that have its key under one correlation ID and, if lines name attempts,
 * one attempt name.
 *
 * @param unit the correlation ID
 * @param name the ID or number of the attempt as it was logged
 * @param span from its first to its last line; empty if none has a time
 * @param lines the number of lines
 * @param services the services that logged them, without duplicates
 */
public record Attempt(String unit, Optional<String> name, Optional<Span> span, long lines, List<String> services) {

    /** Copies the list. */
    public Attempt {
        services = List.copyOf(services);
    }
}
