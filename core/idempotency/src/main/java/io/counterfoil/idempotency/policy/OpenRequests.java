package io.counterfoil.idempotency.policy;

import io.counterfoil.idempotency.key.ClientId;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the requests of each client that do one thing at a time in this process, such as being executed, waiting, or being read, against {@link
 * ExecutionLimits#inProgressPerClient()}. Thread-safe.
 */
public final class OpenRequests {

    private final ConcurrentHashMap<ClientId, Integer> open = new ConcurrentHashMap<>();

    /** Counts none yet. */
    public OpenRequests() {}

    /**
     * Counts one more.
     *
     * @param client whose request it is
     * @param limit how many may be counted at a time; empty for no limit
     * @return false where that is over the limit; nothing was counted then. Always true where there is no limit, and nothing is counted
     */
    public boolean enter(ClientId client, OptionalInt limit) {
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

    /**
     * Counts one less. To be called once for each request that {@link #enter} has counted.
     *
     * @param client whose request it was
     * @param limit the limit that it was counted under
     */
    public void leave(ClientId client, OptionalInt limit) {
        if (limit.isPresent()) {
            open.computeIfPresent(client, (same, count) -> count > 1 ? count - 1 : null);
        }
    }
}
