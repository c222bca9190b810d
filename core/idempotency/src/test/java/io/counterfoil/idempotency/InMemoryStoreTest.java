package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.assertReplayed;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.payload;
import static io.counterfoil.idempotency.TestRequests.request;
import static io.counterfoil.idempotency.TestRequests.unreached;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the store in memory does beyond its contracts: it is bounded, and both modes share its keys. */
@Timeout(300)
class InMemoryStoreTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final SettableClock clock = SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    private final InMemoryStore store = new InMemoryStore(clock, 3);
    private final Idempotency transactional = Idempotency.on((ClaimStore) store)
            .with(IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ZERO)));
    private final Idempotency leasing = Idempotency.builder((LeaseStore) store, LeasePolicy.DEFAULT)
            .timer(new ManualScheduler())
            .build()
            .with(IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ZERO)));

    private static Outcome<String> execute(Idempotency engine, KeyedRequest request) {
        return engine.execute(request, TEXT, execution -> Completion.remember("once"));
    }

    @Test
    @Tag("RQ-15")
    void fullStore_rejectsNewKeys_andStillReplays() {
        KeyedRequest first = request(freshKey(), "contents");
        for (KeyedRequest request : List.of(first, request(freshKey(), "contents"), request(freshKey(), "contents"))) {
            execute(transactional, request);
        }

        for (Idempotency engine : List.of(transactional, leasing)) {
            assertThatThrownBy(() -> engine.execute(request(freshKey(), "contents"), TEXT, unreached()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("full")
                    .hasMessageContaining("3 keys");
            assertReplayed(engine.execute(first, TEXT, unreached()), "once");
        }
    }

    @Test
    @Tag("RQ-15")
    void smallestStoreHoldsOneKey_andTheSmallestPurgeRemovesOne() {
        InMemoryStore one = new InMemoryStore(clock, 1);
        execute(Idempotency.on((ClaimStore) one), request(freshKey(), "contents"));
        execute(transactional, request(freshKey(), "contents"));
        execute(transactional, request(freshKey(), "contents"));

        assertThatThrownBy(() -> execute(Idempotency.on((ClaimStore) one), request(freshKey(), "contents")))
                .isInstanceOf(StoreException.class);
        clock.advance(Duration.ofDays(1));

        assertThat(List.of(store.purge(1), store.purge(1), store.purge(1))).containsExactly(1, 1, 0);
        assertThat(execute(Idempotency.on((ClaimStore) one), request(freshKey(), "contents")))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @Tag("RQ-15")
    void requestsAtWork_takeUpRoomToo() {
        store.lease(request(freshKey(), "contents"), HOUR, false);
        KeyedRequest leased = request(freshKey(), "contents");
        store.lease(leased, HOUR, false);

        transactional.execute(request(freshKey(), "contents"), TEXT, execution -> {
            assertThatThrownBy(() -> leasing.execute(request(freshKey(), "contents"), TEXT, unreached()))
                    .isInstanceOf(StoreException.class);
            return Completion.forget("not now");
        });

        assertThat(execute(leasing, request(freshKey(), "contents"))).isInstanceOf(Outcome.Executed.class);
        clock.advance(HOUR);
        assertThat(store.lease(leased, HOUR, true))
                .as("a takeover needs no more room")
                .isInstanceOf(Claim.Acquired.class);
    }

    @Test
    @Tag("RQ-17")
    void fullStore_makesRoom_whereRecordsHaveExpired() {
        List<KeyedRequest> requests = List.of(
                request(freshKey(), "contents"), request(freshKey(), "contents"), request(freshKey(), "contents"));
        requests.forEach(request -> execute(transactional, request));
        clock.advance(Duration.ofDays(1));

        assertThat(execute(leasing, request(freshKey(), "contents"))).isInstanceOf(Outcome.Executed.class);
        assertThat(store.find(requests.get(0).key())).isEmpty();
    }

    @Test
    @Tag("RQ-13")
    void leasedKey_isInFlight_thenUnknownAfterExpiry() {
        KeyedRequest request = request(freshKey(), "contents");
        KeyedRequest other = request(request.key(), "other contents");
        store.lease(request, HOUR, false);

        assertThat(claimed(request)).isEqualTo(new Claim.InFlight(Optional.of(HOUR)));
        assertThat(claimed(other)).isEqualTo(new Claim.Mismatch(Optional.empty()));
        clock.advance(HOUR);

        assertThat(claimed(request)).isEqualTo(new Claim.Unknown());
        assertThat(transactional.execute(request, TEXT, unreached())).isInstanceOf(Outcome.UnknownOutcome.class);
    }

    private Claim claimed(KeyedRequest request) {
        return store.within(claims -> claims.claim(request));
    }

    @Test
    @Tag("RQ-13")
    void keyInAUnit_isInFlightForALease() {
        KeyedRequest request = request(freshKey(), "contents");

        transactional.execute(request, TEXT, execution -> {
            assertThat(store.lease(request, HOUR, true)).isEqualTo(new Claim.InFlight());
            return Completion.remember("once");
        });

        assertReplayed(leasing.execute(request, TEXT, unreached()), "once");
    }

    @Test
    @Tag("RQ-13")
    void claimOfAUnit_isCompletedOnce() {
        KeyedRequest request = request(freshKey(), "contents");

        store.within(claims -> {
            Lease lease = ((Claim.Acquired) claims.claim(request)).lease();
            assertThat(claims.complete(lease, request, payload("first"), Retention.FOREVER))
                    .isEqualTo(Settlement.RECORDED);
            assertThat(claims.complete(lease, request, payload("second"), Retention.FOREVER))
                    .isEqualTo(Settlement.STALE);
            return lease;
        });

        assertThat(store.find(request.key()).orElseThrow().payload()).isEqualTo(payload("first"));
    }
}
