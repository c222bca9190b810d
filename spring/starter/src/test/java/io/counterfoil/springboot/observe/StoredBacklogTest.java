package io.counterfoil.springboot.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.directory.AgedCount;
import io.counterfoil.idempotency.directory.RecordBacklog;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What waits in several stores. */
@Tag("OB-1")
class StoredBacklogTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SettableClock clock = SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    private final InMemoryStore claims = new InMemoryStore(clock);
    private final InMemoryStore leases = new InMemoryStore(clock);

    private static Lease lease(InMemoryStore store, String id) {
        KeyedRequest request = new KeyedRequest(
                IdempotencyKey.of("shop", "POST /book", id), Fingerprint.of(new byte[0]), Optional.empty());
        return ((Claim.Acquired) store.lease(request, Duration.ofHours(1), false)).lease();
    }

    private static void expire(InMemoryStore store, String id) {
        store.complete(lease(store, id), new Payload((short) 1, new byte[0]), Retention.of(MINUTE));
    }

    private RecordBacklog read() {
        return new StoredBacklog(() -> Stream.of(claims), () -> Stream.of(leases))
                .read()
                .orElseThrow();
    }

    @Test
    void unknownOutcome_inAStoreOfLeasesOfItsOwn_isCounted() {
        leases.abandon(lease(leases, "a"));
        lease(leases, "b");
        clock.advance(MINUTE);

        assertThat(read().unknown()).isEqualTo(new AgedCount(1, MINUTE));
        assertThat(read().inProgress()).isEqualTo(new AgedCount(1, MINUTE));
    }

    @Test
    void expiredRecords_ofEitherStore_areCounted() {
        expire(claims, "a");
        clock.advance(MINUTE.multipliedBy(2));
        expire(leases, "b");
        expire(leases, "c");
        clock.advance(MINUTE.multipliedBy(2));

        assertThat(read().expired()).isEqualTo(new AgedCount(2, MINUTE.multipliedBy(3)));
    }

    @Test
    void storeOfBoth_isReadOnce() {
        expire(claims, "a");
        claims.abandon(lease(claims, "c"));
        clock.advance(MINUTE.multipliedBy(2));

        RecordBacklog both = new StoredBacklog(() -> Stream.of(claims), () -> Stream.of(claims))
                .read()
                .orElseThrow();

        assertThat(both.expired().count()).isOne();
        assertThat(both.unknown().count()).isOne();
    }
}
