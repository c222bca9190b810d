package io.counterfoil.testkit.store;

import io.counterfoil.idempotency.Idempotency;
import java.time.Duration;

/** Replays from memory are replays like any other. */
class CachedTransactionalModeTest extends InMemoryTransactionalModeTest {

    @Override
    protected Idempotency configured(Idempotency engine) {
        return engine.toBuilder().replayCache(1 << 20, Duration.ofMinutes(1)).build();
    }
}
