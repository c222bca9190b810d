package io.counterfoil.messaging.deadletter;

import java.util.List;
import java.util.Optional;

/**
 * A part of a list, the oldest first.
 *
 * @param <T> the type of what is listed
 * @param items at most as many as were asked for
 * @param next where the next page begins, for the same method; empty on the last page
 */
public record MessagePage<T>(List<T> items, Optional<String> next) {

    /**
     * Copies the list.
     *
     * @param items at most as many as were asked for
     * @param next empty on the last page
     */
    public MessagePage {
        items = List.copyOf(items);
    }
}
