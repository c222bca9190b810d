package io.counterfoil.ledger.imports;

import io.counterfoil.idempotency.key.ClientId;
import java.util.HashMap;
import java.util.Map;

/** The files that are arriving; each takes a thread, and room on the disk. All requests without a name are one client's. Thread-safe. */
final class Uploads {

    private static final int OF_ONE_CLIENT = 2;
    private static final int OF_ALL = 16;

    private final Map<ClientId, Integer> arriving = new HashMap<>();
    private int all;

    /**
     * Counts one more.
     *
     * @throws TooManyUploadsException when as many arrive as may; nothing was counted
     */
    synchronized void begin(ClientId client) {
        int own = arriving.getOrDefault(client, 0);
        if (own == OF_ONE_CLIENT) {
            throw new TooManyUploadsException(
                    "%d files of this client arrive already, and no more are read at once".formatted(OF_ONE_CLIENT));
        }
        if (all == OF_ALL) {
            throw new TooManyUploadsException(
                    "%d files arrive already, and no more are read at once".formatted(OF_ALL));
        }
        arriving.put(client, own + 1);
        all++;
    }

    /** Counts one less. */
    synchronized void end(ClientId client) {
        arriving.computeIfPresent(client, (same, own) -> own > 1 ? own - 1 : null);
        all--;
    }
}
