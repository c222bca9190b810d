package io.counterfoil.idempotency;

import io.counterfoil.idempotency.key.ClientId;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/** How many requests of each client are in progress in this process, or arrive, or wait. Thread-safe. */
final class OpenRequests {

    private final ConcurrentHashMap<ClientId, Integer> open = new ConcurrentHashMap<>();

    /** Counts one more; counts nothing and returns false where that is over the limit. Without a limit nothing is counted. */
    boolean enter(ClientId client, OptionalInt limit) {
        if (limit.isEmpty()) {
            return true;
        }
        int now = open.merge(client, 1, Integer::sum);
        if (now > limit.getAsInt()) {
            leave(client, limit);
            return false;
        }
        return true;
    }

    /** Counts one less; with the limit it was counted under. */
    void leave(ClientId client, OptionalInt limit) {
        if (limit.isPresent()) {
            open.computeIfPresent(client, (same, count) -> count > 1 ? count - 1 : null);
        }
    }
}
