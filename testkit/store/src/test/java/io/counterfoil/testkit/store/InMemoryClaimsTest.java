package io.counterfoil.testkit.store;

import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;

class InMemoryClaimsTest extends ClaimStoreContract {

    private final SettableClock clock = SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    private final ClaimStore store = new InMemoryStore(clock);

    @Override
    protected ClaimStore store() {
        return store;
    }

    @Override
    protected ClaimStore otherStore() {
        return store;
    }

    @Override
    protected void letTimePass(Duration time) {
        clock.advance(time);
    }

    @Override
    protected Duration tick() {
        return Duration.ofNanos(1);
    }
}
