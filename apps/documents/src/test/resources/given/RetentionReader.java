package printed;

import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.jdbc.JdbcClaimStore;

/** What a reader of docs/reference/retention.md has. */
class RetentionReader {

    JdbcClaimStore store;
    IdempotencyListener listener;
}
