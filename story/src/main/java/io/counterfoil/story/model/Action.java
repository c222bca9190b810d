package io.counterfoil.story.model;

import java.util.List;
import java.util.Optional;

/**
 * An action that must take effect once: the attempts with one idempotency key of one client.
 *
 * @param key the idempotency key
 * @param client the client that owns the key; empty if no line names it
 * @param attempts the attempts in the order of their starts; at least one
 */
public record Action(String key, Optional<String> client, List<Attempt> attempts) {

    /** Copies the list. */
    public Action {
        attempts = List.copyOf(attempts);
    }
}
