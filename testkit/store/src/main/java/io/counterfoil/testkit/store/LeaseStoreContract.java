package io.counterfoil.testkit.store;

import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link LeaseStore}. A store is tested by a subclass, and by a subclass of {@link
 * LeaseModeContract} for the engine on it. Requires up to ten concurrent connections if the store uses connections.
 */
public abstract class LeaseStoreContract extends RecordStoreContract {

    private static final int CLAIMANTS = 8;
    private static final Duration HOUR = Duration.ofHours(1);

    /** For a subclass; JUnit makes an instance for each test. */
    protected LeaseStoreContract() {}

    /** {@return the store under test; the same instance throughout a test} */
    protected abstract LeaseStore store();

    /** {@return another store on the same data, as in another process; the same instance if the data is in it} */
    protected abstract LeaseStore otherStore();

    @Override
    final RecordStore records() {
        return store();
    }

    @Override
    final Claim claimOf(KeyedRequest request) {
        Claim claim = store().lease(request, HOUR, false);
        if (claim instanceof Claim.Acquired acquired) {
            assertThat(store().release(acquired.lease())).isTrue();
        }
        return claim;
    }

    @Override
    final Settlement record(KeyedRequest request, Payload payload, Retention retention) {
        return store().complete(leased(request), payload, retention);
    }

    private Lease leased(KeyedRequest request) {
        return acquired(store().lease(request, HOUR, false));
    }

    /** A lease that has just expired. */
    private Lease expired(KeyedRequest request) {
        Lease lease = leased(request);
        letTimePass(HOUR);
        return lease;
    }

    private Claim.Acquired takenOver(KeyedRequest request) {
        Claim claim = otherStore().lease(request, HOUR, true);
        assertThat(claim)
                .isInstanceOfSatisfying(
                        Claim.Acquired.class,
                        acquired -> assertThat(acquired.takenOver()).isTrue());
        return (Claim.Acquired) claim;
    }

    @Test
    @Tag("RQ-13")
    void staleOwner_canNeitherCompleteRenewSaveReleaseNorAbandon() {
        KeyedRequest request = request(freshKey(), "contents");
        Lease stale = expired(request);
        Lease lease = takenOver(request).lease();
        assertThat(lease.token()).isGreaterThan(stale.token());

        assertNothingDoneUnder(stale);

        assertThat(store().lease(request, HOUR, true)).as("the lease runs on").isInstanceOf(Claim.InFlight.class);
        assertThat(store().save(lease, payload("true progress"))).isTrue();
        assertThat(store().complete(lease, payload("true"), DAY)).isEqualTo(Settlement.RECORDED);
        assertNothingDoneUnder(stale);
        assertThat(recordOf(request).payload()).isEqualTo(payload("true"));
    }

    @Test
    @Tag("RQ-13")
    void ownerOfAnEndedLease_canDoNothingUnderIt() {
        KeyedRequest completed = request(freshKey(), "contents");
        Lease used = leased(completed);
        store().complete(used, payload("answer"), DAY);
        KeyedRequest freed = request(freshKey(), "contents");
        Lease released = leased(freed);
        store().release(released);

        assertNothingDoneUnder(used);
        assertNothingDoneUnder(released);
        assertNothingDoneUnder(new Lease(freshKey(), 1));

        assertThat(recordOf(completed).payload()).isEqualTo(payload("answer"));
        assertThat(leased(freed).token()).isGreaterThan(released.token());
    }

    private void assertNothingDoneUnder(Lease stale) {
        for (LeaseStore process : List.of(store(), otherStore())) {
            assertThat(process.complete(stale, payload("stale"), DAY)).isEqualTo(Settlement.STALE);
            assertThat(process.renew(stale, Duration.ofDays(9))).as("renewed").isFalse();
            assertThat(process.save(stale, payload("stale"))).as("saved").isFalse();
            assertThat(process.release(stale)).as("released").isFalse();
            assertThat(process.abandon(stale)).as("abandoned").isFalse();
        }
    }

    @Test
    @Tag("RQ-13")
    void token_growsOverReleaseAbandonmentAndTakeover() {
        KeyedRequest request = request(freshKey(), "contents");
        List<Long> tokens = new ArrayList<>();

        Lease first = leased(request);
        tokens.add(first.token());
        store().release(first);
        Lease second = acquired(otherStore().lease(request, HOUR, false));
        tokens.add(second.token());
        store().abandon(second);
        Lease third = takenOver(request).lease();
        tokens.add(third.token());
        letTimePass(HOUR);
        Lease fourth = store().takeOver(request.key(), HOUR).orElseThrow();
        tokens.add(fourth.token());
        store().release(fourth);
        tokens.add(leased(request).token());

        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Test
    @Tag("RQ-12")
    void leaseOfAnother_isInFlight_withItsRemainingTime() {
        KeyedRequest request = request(freshKey(), "contents");
        Lease lease = leased(request);

        assertThat(otherStore().lease(request, HOUR, false))
                .isInstanceOfSatisfying(
                        Claim.InFlight.class,
                        inFlight -> assertThat(inFlight.leaseLeft())
                                .hasValueSatisfying(left -> assertThat(left).isBetween(Duration.ofNanos(1), HOUR)));
        assertThat(store().renew(lease, HOUR)).as("still the owner's").isTrue();
    }

    @Test
    @Tag("RQ-11")
    void otherContents_duringLeaseOrUnknownOutcome_areAMismatch() {
        KeyedRequest request = request(freshKey(), "contents");
        KeyedRequest other = request(request.key(), "other contents");
        Lease lease = leased(request);

        Claim inFlight = otherStore().lease(other, HOUR, true);
        letTimePass(HOUR);
        Claim unknown = otherStore().lease(other, HOUR, false);
        Claim takeOver = otherStore().lease(other, HOUR, true);

        assertThat(List.of(inFlight, unknown, takeOver)).containsOnly(new Claim.Mismatch(Optional.empty()));
        assertThat(store().complete(lease, payload("answer"), DAY)).isEqualTo(Settlement.RECORDED);
    }

    @Test
    @Tag("RQ-11")
    void otherContents_areAccepted_afterARelease() {
        KeyedRequest request = request(freshKey(), "contents", "1");
        store().release(leased(request));

        KeyedRequest other = request(request.key(), "other contents", "2");
        record(other, payload("other result"));

        assertThat(recordOf(other).firstAttempt()).contains(new AttemptId("2"));
        assertThat(claimOf(request)).isInstanceOf(Claim.Mismatch.class);
    }

    @Test
    @Tag("RQ-13")
    void lease_isTakenOver_exactlyAtItsExpiry() {
        KeyedRequest request = request(freshKey(), "contents");
        leased(request);

        letTimePass(HOUR.minus(tick()));
        assertThat(otherStore().lease(request, HOUR, true)).isInstanceOf(Claim.InFlight.class);
        assertThat(otherStore().takeOver(request.key(), HOUR)).isEmpty();
        letTimePass(tick());

        assertThat(otherStore().lease(request, HOUR, false)).isEqualTo(new Claim.Unknown());
        takenOver(request);
    }

    @Test
    @Tag("RQ-13")
    void renewedLease_runsFromTheRenewalOn() {
        KeyedRequest request = request(freshKey(), "contents");
        Lease lease = leased(request);

        letTimePass(Duration.ofMinutes(50));
        assertThat(store().renew(lease, HOUR)).isTrue();
        letTimePass(HOUR.minus(tick()));
        assertThat(otherStore().lease(request, HOUR, true)).isInstanceOf(Claim.InFlight.class);
        letTimePass(tick());

        assertThat(otherStore().lease(request, HOUR, false)).isEqualTo(new Claim.Unknown());
    }

    @Test
    @Tag("RQ-13")
    void expiredLeaseWithoutTakeover_isStillItsOwners() {
        KeyedRequest renewed = request(freshKey(), "contents");
        KeyedRequest completed = request(freshKey(), "contents");
        Lease toRenew = leased(renewed);
        Lease toComplete = leased(completed);
        letTimePass(HOUR.multipliedBy(3));

        assertThat(store().save(toRenew, payload("progress"))).isTrue();
        assertThat(store().renew(toRenew, HOUR)).isTrue();
        assertThat(otherStore().lease(renewed, HOUR, true)).isInstanceOf(Claim.InFlight.class);
        assertThat(store().complete(toComplete, payload("late"), DAY)).isEqualTo(Settlement.RECORDED);
        assertThat(recordOf(completed).payload()).isEqualTo(payload("late"));
    }

    @Test
    @Tag("RQ-13")
    void progress_passesToTheNextOwner_andIsDeletedByARelease() {
        KeyedRequest request = request(freshKey(), "contents");
        Lease first = leased(request);
        byte[] bytes = new byte[1 << 20];
        bytes[0] = -1;
        assertThat(store().save(first, payload("phase one"))).isTrue();
        assertThat(store().save(first, new Payload(32767, bytes))).isTrue();
        letTimePass(HOUR);

        Claim.Acquired second = takenOver(request);
        assertThat(second.progress()).contains(new Payload(32767, bytes));
        assertThat(store().abandon(second.lease())).isTrue();
        Claim.Acquired third = takenOver(request);
        assertThat(third.progress()).as("after an abandonment").contains(new Payload(32767, bytes));
        store().release(third.lease());

        assertThat(store().lease(request, HOUR, true)).isInstanceOfSatisfying(Claim.Acquired.class, afresh -> {
            assertThat(afresh.takenOver()).isFalse();
            assertThat(afresh.progress()).isEmpty();
        });
    }

    @Test
    @Tag("RQ-13")
    void abandonedRequest_isUnknownAtOnce_andIsTakenOver() {
        KeyedRequest request = request(freshKey(), "contents");
        Lease lease = leased(request);

        assertThat(store().abandon(lease)).isTrue();

        assertThat(otherStore().lease(request, HOUR, false)).isEqualTo(new Claim.Unknown());
        assertThat(otherStore().find(request.key())).isEmpty();
        assertThat(takenOver(request).progress()).as("none was saved").isEmpty();
        assertNothingDoneUnder(lease);
    }

    @Test
    @Tag("RQ-13")
    void takeOverByKey_acceptsOnlyExpiredLeases() {
        IdempotencyKey missing = freshKey();
        KeyedRequest live = request(freshKey(), "contents");
        KeyedRequest completed = request(freshKey(), "contents");
        KeyedRequest released = request(freshKey(), "contents");
        KeyedRequest unknown = request(freshKey(), "contents");
        expired(unknown);
        leased(live);
        record(completed, payload("answer"));
        store().release(leased(released));

        for (IdempotencyKey key : List.of(missing, live.key(), completed.key(), released.key())) {
            assertThat(otherStore().takeOver(key, HOUR)).isEmpty();
        }
        Lease lease = otherStore().takeOver(unknown.key(), HOUR).orElseThrow();

        assertThat(store().takeOver(unknown.key(), HOUR)).as("a second time").isEmpty();
        assertThat(store().lease(unknown, HOUR, true)).isInstanceOf(Claim.InFlight.class);
        assertThat(otherStore().complete(lease, payload("resolved"), DAY)).isEqualTo(Settlement.RECORDED);
        assertThat(recordOf(unknown).payload()).isEqualTo(payload("resolved"));
    }

    @Test
    @Tag("RQ-10")
    void recordAfterATakeover_hasTheOriginalsData() {
        KeyedRequest reference = request(freshKey(), "contents");
        KeyedRequest original = request(freshKey(), "contents", "original");
        record(reference, payload("answer"));
        expired(original);
        KeyedRequest retry = request(original.key(), "contents", "retry");
        store().complete(takenOver(retry).lease(), payload("answer"), DAY);

        IdempotencyRecord record = recordOf(retry);
        assertThat(record.firstAttempt()).contains(new AttemptId("original"));
        assertThat(record.requestCount()).isEqualTo(1);
        assertThat(Duration.between(recordOf(reference).firstReceived(), record.firstReceived()))
                .isBetween(tick().negated(), tick());
    }

    @Test
    @Tag("RQ-12")
    @Tag("RQ-13")
    void ofManyClaimants_inManyProcesses_oneAcquires() throws Exception {
        for (int round = 0; round < 5; round++) {
            KeyedRequest request = request(freshKey(), "contents");
            assertOneAcquires(request, false);
            letTimePass(HOUR);
            assertOneAcquires(request, true);
        }
    }

    private void assertOneAcquires(KeyedRequest request, boolean takeOver) throws Exception {
        List<Claim> claims = others.together(
                CLAIMANTS, i -> () -> (i % 2 == 0 ? store() : otherStore()).lease(request, HOUR, takeOver));

        assertThat(claims)
                .filteredOn(Claim.Acquired.class::isInstance)
                .as("winners")
                .hasSize(1);
        assertThat(claims).filteredOn(Claim.InFlight.class::isInstance).hasSize(CLAIMANTS - 1);
    }

    @Test
    @Tag("RQ-13")
    void ofOwnerAndSuccessor_oneRecords() throws Exception {
        for (int round = 0; round < 10; round++) {
            KeyedRequest request = request(freshKey(), "contents");
            Lease former = expired(request);

            List<Settlement> settlements = others.together(2, i -> () -> {
                if (i == 0) {
                    return store().complete(former, payload("former"), DAY);
                }
                Claim claim = otherStore().lease(request, HOUR, true);
                return claim instanceof Claim.Acquired acquired
                        ? otherStore().complete(acquired.lease(), payload("successor"), DAY)
                        : Settlement.STALE;
            });

            assertThat(settlements).containsExactlyInAnyOrder(Settlement.RECORDED, Settlement.STALE);
            assertThat(recordOf(request).payload())
                    .isEqualTo(payload(settlements.get(0) == Settlement.RECORDED ? "former" : "successor"));
        }
    }

    @Test
    @Tag("RQ-9")
    void requestInProgress_hasNoRecord_andIsNotCounted() {
        KeyedRequest request = request(freshKey(), "contents");
        Lease lease = leased(request);
        store().save(lease, payload("progress"));

        store().count(Map.of(request.key(), 5L));
        assertThat(store().find(request.key())).isEmpty();
        letTimePass(HOUR);
        store().count(Map.of(request.key(), 5L));
        assertThat(store().find(request.key())).as("of unknown outcome").isEmpty();
        store().complete(lease, payload("answer"), DAY);

        assertThat(recordOf(request)).returns(1L, IdempotencyRecord::requestCount);
    }

    @Test
    @Tag("RQ-13")
    @Tag("RQ-17")
    void purge_ofOldLeasesAndUnknownOutcomes_removesNothing() {
        drain();
        KeyedRequest live = request(freshKey(), "contents");
        KeyedRequest unknown = request(freshKey(), "contents");
        store().abandon(leased(unknown));
        letTimePass(Duration.ofDays(400));
        Lease lease = leased(live);

        assertThat(otherStore().purge(1000)).isZero();

        assertThat(otherStore().lease(unknown, HOUR, false)).isEqualTo(new Claim.Unknown());
        assertThat(otherStore().lease(live, HOUR, true)).isInstanceOf(Claim.InFlight.class);
        assertThat(store().complete(lease, payload("answer"), DAY)).isEqualTo(Settlement.RECORDED);
    }
}
