package io.counterfoil.story.model;

import java.util.List;
import java.util.Optional;

/**
 * The work on one request or message of an {@link Attempt}.
 *
 * @param unit its correlation ID, an extension of the attempt's
 * @param span from its first to its last line; empty if none has a time
 * @param lines the number of lines that have the key of the action
 * @param services the services that logged them, without duplicates
 */
public record Processing(String unit, Optional<Span> span, long lines, List<String> services) {

    /** Copies the list. */
    public Processing {
        services = List.copyOf(services);
    }
}
