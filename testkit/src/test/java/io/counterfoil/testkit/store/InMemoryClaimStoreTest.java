package io.counterfoil.testkit.store;

import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.InMemoryClaimStore;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;

class InMemoryClaimStoreTest extends ClaimStoreContract {

    private final SettableClock clock = SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    private final ClaimStore store = new InMemoryClaimStore(clock);

    @Override
    protected ClaimStore store() {
        return store;
    }

    @Override
    protected void letTwoDaysPass() {
        clock.advance(Duration.ofDays(2));
    }
}
