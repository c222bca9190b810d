package io.counterfoil.ledger.imports;

import io.counterfoil.idempotency.key.ClientId;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits concurrent uploads, each of which occupies a thread and disk space. All anonymous requests count as one
 * client. Thread-safe.
 */
final class Uploads {

    private static final int OF_ONE_CLIENT = 2;
    private static final int OF_ALL = 16;

    private final Map<ClientId, Integer> arriving = new HashMap<>();
    private int all;

    /**
     * Starts an upload.
     *
     * @throws TooManyUploadsException when the limit is reached; nothing was counted
     */
    synchronized void begin(ClientId client) {
        int own = arriving.getOrDefault(client, 0);
        if (own == OF_ONE_CLIENT) {
            throw new TooManyUploadsException(
                    "this client has %s uploads in progress, the maximum".formatted(OF_ONE_CLIENT));
        }
        if (all == OF_ALL) {
            throw new TooManyUploadsException("%s uploads are in progress, the maximum".formatted(OF_ALL));
        }
        arriving.put(client, own + 1);
        all++;
    }

    /** Ends an upload. */
    synchronized void end(ClientId client) {
        arriving.computeIfPresent(client, (same, own) -> own > 1 ? own - 1 : null);
        all--;
    }
}
