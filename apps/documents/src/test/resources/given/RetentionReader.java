package printed;

import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.jdbc.JdbcClaimStore;

/** What a reader of docs/guides/retention.md has. */
class RetentionReader {

    JdbcClaimStore store;
    IdempotencyListener listener;
}
