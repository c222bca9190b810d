package io.counterfoil.story.model;

import java.util.List;
import java.util.Optional;

/**
 * One attempt at an {@link Action}: the lines that have its key under one correlation id and, where lines name attempts, with one
 * name.
 *
 * @param unit the correlation id
 * @param name the id or number of the attempt, as it was logged
 * @param span from the first of its lines to the last one; empty when none has a time
 * @param lines how many
 * @param services those that logged them, each once
 */
public record Attempt(String unit, Optional<String> name, Optional<Span> span, long lines, List<String> services) {

    /** Copies the list. */
    public Attempt {
        services = List.copyOf(services);
    }
}
