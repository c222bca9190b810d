package io.counterfoil.jdbc;

import io.counterfoil.idempotency.Idempotency;
import java.time.Duration;

/** Replays from memory are replays like any other. */
class CachedPostgreSqlTransactionalModeTest extends PostgreSqlTransactionalModeTest {

    @Override
    protected Idempotency configured(Idempotency engine) {
        return engine.toBuilder().replayCache(1 << 20, Duration.ofMinutes(1)).build();
    }
}
