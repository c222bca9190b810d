package io.counterfoil.testkit.store;

import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;

class InMemoryLeasesTest extends LeaseStoreContract {

    private final SettableClock clock = SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    private final LeaseStore store = new InMemoryStore(clock);

    @Override
    protected LeaseStore store() {
        return store;
    }

    @Override
    protected LeaseStore otherStore() {
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
