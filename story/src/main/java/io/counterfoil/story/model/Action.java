package io.counterfoil.story.model;

import java.util.List;

/**
 * What a user wanted done once: the attempts that have one idempotency key (requirement SG-8).
 *
 * @param key the idempotency key
 * @param attempts in the order of their beginnings; at least one
 */
public record Action(String key, List<Attempt> attempts) {

    /** Copies the list. */
    public Action {
        attempts = List.copyOf(attempts);
    }
}
