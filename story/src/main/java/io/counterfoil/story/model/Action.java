package io.counterfoil.story.model;

import java.util.List;
import java.util.Optional;

/**
 * What a user wanted done once: the attempts that have one idempotency key of one client.
 *
 * @param key the idempotency key
 * @param client whose key it is; empty where no line says so
 * @param attempts in the order of their beginnings; at least one
 */
public record Action(String key, Optional<String> client, List<Attempt> attempts) {

    /** Copies the list. */
    public Action {
        attempts = List.copyOf(attempts);
    }
}
