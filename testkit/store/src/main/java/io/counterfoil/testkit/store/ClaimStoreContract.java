package io.counterfoil.testkit.store;

import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link ClaimStore}. A store is tested by a subclass, and by a subclass of {@link
 * TransactionalModeContract} for the engine on it. Requires up to ten concurrent connections if the store uses
 * connections.
 */
public abstract class ClaimStoreContract extends SharedUnitContract {

    private static final int CLAIMANTS = 8;

    /** For a subclass; JUnit makes an instance for each test. */
    protected ClaimStoreContract() {}

    /**
     * {@return whether a store reports other contents under a key in progress at once, as a mismatch; otherwise it reports "in progress", until the
     * key has a record} True unless overridden.
     */
    protected boolean recognisesContentsInProgress() {
        return true;
    }

    @Override
    final RecordStore records() {
        return store();
    }

    @Override
    final Claim claimOf(KeyedRequest request) {
        return store().within(claims -> claims.claim(request));
    }

    @Override
    final Settlement record(KeyedRequest request, Payload payload, Retention retention) {
        return store().within(claims -> claims.complete(acquired(claims.claim(request)), request, payload, retention));
    }

    @Test
    @Tag("RQ-13")
    void staleOwner_canNeitherCompleteNorRelease() {
        KeyedRequest request = request(freshKey(), "contents");
        List<Claims> leaked = new ArrayList<>();
        Lease stale = store().within(claims -> {
            leaked.add(claims);
            return acquired(claims.claim(request));
        });
        Claims formerOwner = leaked.get(0);

        store().within(claims -> {
            Lease lease = acquired(claims.claim(request));
            assertThat(lease.token()).isGreaterThan(stale.token());
            assertThat(formerOwner.complete(stale, request, payload("stale"), DAY))
                    .isEqualTo(Settlement.STALE);
            assertThat(formerOwner.release(stale)).isFalse();
            assertThat(claims.complete(stale, request, payload("stale"), DAY)).isEqualTo(Settlement.STALE);
            assertThat(claims.release(stale)).isFalse();
            assertThat(claims.complete(lease, request, payload("true"), DAY)).isEqualTo(Settlement.RECORDED);
            return lease;
        });

        assertThat(recordOf(request).payload()).isEqualTo(payload("true"));
    }

    @Test
    @Tag("RQ-13")
    void leaseOfAnotherUnit_isInvalid() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");

        store().<Settlement, Exception>within(claims -> {
            Lease lease = acquired(claims.claim(request));
            List<Object> thief = others.run(() -> otherStore()
                    .within(other ->
                            List.of(other.complete(lease, request, payload("stolen"), DAY), other.release(lease))));
            assertThat(thief).containsExactly(Settlement.STALE, false);
            return claims.complete(lease, request, payload("true"), DAY);
        });

        assertThat(recordOf(request).payload()).isEqualTo(payload("true"));
    }

    @Test
    @Tag("RQ-13")
    void token_growsFromClaimToClaim_onEveryInstance() {
        KeyedRequest request = request(freshKey(), "contents");
        List<Long> tokens = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            tokens.add(acquired(claimOf(request)).token());
            tokens.add(otherStore()
                    .within(claims -> acquired(claims.claim(request)))
                    .token());
        }

        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Test
    @Tag("RQ-12")
    void claimOfAnother_isInFlight_untilItsUnitEnds() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");

        Claim meanwhile = store().<Claim, Exception>within(claims -> {
            acquired(claims.claim(request));
            return others.run(() -> otherStore().within(other -> other.claim(request)));
        });

        assertThat(meanwhile).isEqualTo(new Claim.InFlight());
        assertThat(claimOf(request)).isInstanceOf(Claim.Acquired.class);
    }

    @Test
    @Tag("RQ-12")
    void completedClaim_isInFlight_untilItsUnitEnds() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");

        store().<Settlement, Exception>within(claims -> {
            Settlement settlement = claims.complete(acquired(claims.claim(request)), request, payload("a"), DAY);
            assertThat(others.run(() -> otherStore().find(request.key()))).isEmpty();
            assertThat(others.<Claim>run(() -> otherStore().within(other -> other.claim(request))))
                    .isInstanceOf(Claim.InFlight.class);
            return settlement;
        });

        assertThat(otherStore().find(request.key())).isPresent();
    }

    @Test
    @Tag("RQ-11")
    void otherContents_areAMismatch_alsoInFlight() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        KeyedRequest other = request(request.key(), "other contents");

        Claim meanwhile = store().<Claim, Exception>within(claims -> {
            acquired(claims.claim(request));
            return others.run(() -> otherStore().within(unit -> unit.claim(other)));
        });

        if (recognisesContentsInProgress()) {
            assertThat(meanwhile).isEqualTo(new Claim.Mismatch(Optional.empty()));
        } else {
            assertThat(meanwhile).isInstanceOf(Claim.InFlight.class);
        }
        assertThat(claimOf(other)).as("once the unit has ended").isInstanceOf(Claim.Acquired.class);
    }

    @Test
    @Tag("RQ-12")
    @Tag("RQ-13")
    void ofManyClaimants_inManyProcesses_oneAcquires() throws Exception {
        for (int round = 0; round < 5; round++) {
            KeyedRequest request = request(freshKey(), "contents");
            CountDownLatch allClaimed = new CountDownLatch(CLAIMANTS);

            List<Claim> claims = others.together(
                    CLAIMANTS,
                    i -> () -> (i % 2 == 0 ? store() : otherStore()).<Claim, Exception>within(unit -> {
                        Claim claim = unit.claim(request);
                        allClaimed.countDown();
                        TestThreads.await(allClaimed);
                        return claim;
                    }));

            assertThat(claims)
                    .filteredOn(Claim.Acquired.class::isInstance)
                    .as("winners")
                    .hasSize(1);
            assertThat(claims).filteredOn(Claim.InFlight.class::isInstance).hasSize(CLAIMANTS - 1);
        }
    }

    @Test
    @Tag("RQ-12")
    @Tag("RQ-13")
    void claimWithItsResult_isInFlight_untilItsUnitEnds() throws Exception {
        KeyedRequest request = request(freshKey(), "contents", "first");
        Payload result = payload("known");

        store().<Settlement, Exception>within(claims -> {
            Lease lease = acquired(claims.claim(request, result, DAY));
            assertThat(others.run(() -> otherStore().find(request.key()))).isEmpty();
            assertThat(others.<Claim>run(() -> otherStore().within(other -> other.claim(request))))
                    .isEqualTo(new Claim.InFlight());
            assertThat(others.<Claim>run(() -> otherStore().within(other -> other.claim(request, result, DAY))))
                    .isEqualTo(new Claim.InFlight());
            return claims.complete(lease, request, result, DAY);
        });

        assertThat(claimWithResult(request))
                .isInstanceOfSatisfying(
                        Claim.Replay.class,
                        replay -> assertThat(replay.record())
                                .returns(result, IdempotencyRecord::payload)
                                .returns(request.attempt(), IdempotencyRecord::firstAttempt)
                                .returns(1L, IdempotencyRecord::requestCount));
        assertThat(claimWithResult(request(request.key(), "other contents"))).isInstanceOf(Claim.Mismatch.class);
    }

    @Test
    @Tag("RQ-13")
    @Tag("RQ-14")
    void claimWithItsResult_isUndone_whereItsUnitThrowsOrReleasesIt() {
        KeyedRequest request = request(freshKey(), "contents");

        assertThatThrownBy(() -> store().within(claims -> {
                    claims.complete(
                            acquired(claims.claim(request, payload("known"), DAY)), request, payload("known"), DAY);
                    throw new IllegalStateException("crashed");
                }))
                .hasMessage("crashed");
        assertThat(store().find(request.key())).isEmpty();
        store().within(claims -> claims.release(acquired(claims.claim(request, payload("known"), DAY))));
        assertThat(store().find(request.key())).isEmpty();

        Lease first = acquired(claimWithResult(request));
        assertThat(acquired(claimWithResult(request)).token()).isGreaterThan(first.token());
    }

    @Test
    @Tag("RQ-4")
    @Tag("RQ-17")
    void claimWithItsResult_isRetainedAsLongAsItSays() {
        KeyedRequest forADay = request(freshKey(), "contents");
        KeyedRequest forEver = request(freshKey(), "contents");
        recordWithClaim(forADay, DAY);
        recordWithClaim(forEver, Retention.FOREVER);
        letTimePass(Duration.ofDays(1).minus(tick()));
        store().purge(1000);
        assertThat(store().find(forADay.key())).isPresent();

        letTimePass(tick());
        store().purge(1000);

        assertThat(store().find(forADay.key())).isEmpty();
        assertThat(store().find(forEver.key())).isPresent();
    }

    @Test
    @Tag("RQ-12")
    @Tag("RQ-13")
    void ofManyClaimants_withAndWithoutTheirResult_oneAcquires() throws Exception {
        for (int round = 0; round < 5; round++) {
            KeyedRequest request = request(freshKey(), "contents");
            CountDownLatch allClaimed = new CountDownLatch(CLAIMANTS);

            List<Claim> claims = others.together(
                    CLAIMANTS,
                    i -> () -> (i % 2 == 0 ? store() : otherStore()).<Claim, Exception>within(unit -> {
                        Claim claim = i % 4 == 0 ? unit.claim(request) : unit.claim(request, payload("known"), DAY);
                        allClaimed.countDown();
                        TestThreads.await(allClaimed);
                        return claim;
                    }));

            assertThat(claims)
                    .filteredOn(Claim.Acquired.class::isInstance)
                    .as("winners")
                    .hasSize(1);
            assertThat(claims).filteredOn(Claim.InFlight.class::isInstance).hasSize(CLAIMANTS - 1);
        }
    }

    private void recordWithClaim(KeyedRequest request, Retention retention) {
        Payload result = payload("known");
        store().within(claims ->
                claims.complete(acquired(claims.claim(request, result, retention)), request, result, retention));
    }

    /** Claims a request with a result, and releases what was acquired. */
    private Claim claimWithResult(KeyedRequest request) {
        return store().within(claims -> {
            Claim claim = claims.claim(request, payload("another"), DAY);
            if (claim instanceof Claim.Acquired acquired) {
                claims.release(acquired.lease());
            }
            return claim;
        });
    }

    @Test
    @Tag("RQ-12")
    void unitsOfDifferentKeys_areIndependent() throws Exception {
        List<Claim> meanwhile = store().<List<Claim>, Exception>within(claims -> {
            acquired(claims.claim(request(freshKey(), "contents")));
            return others.together(
                    CLAIMANTS, i -> () -> otherStore().within(unit -> unit.claim(request(freshKey(), "contents"))));
        });

        // A store may map two keys to one lock with low probability, which delays the second claim.
        assertThat(meanwhile).filteredOn(Claim.Acquired.class::isInstance).hasSizeGreaterThanOrEqualTo(CLAIMANTS - 2);
    }

    @Test
    @Tag("RQ-13")
    void unitThatThrows_leavesTheKeyFree_andNoRecord() {
        KeyedRequest request = request(freshKey(), "contents");

        assertThatThrownBy(() -> store().within(claims -> {
                    acquired(claims.claim(request));
                    throw new IllegalStateException("crashed");
                }))
                .hasMessage("crashed");

        assertThat(claimOf(request)).isInstanceOf(Claim.Acquired.class);
    }

    @Test
    @Tag("RQ-13")
    void unitThatThrowsAfterItsRecord_leavesTheKeyFree_andNoRecord() {
        KeyedRequest request = request(freshKey(), "contents");

        assertThatThrownBy(() -> store().within(claims -> {
                    claims.complete(acquired(claims.claim(request)), request, payload("lost"), DAY);
                    throw new StackOverflowError("crashed");
                }))
                .hasMessage("crashed");

        assertThat(store().find(request.key())).isEmpty();
        assertThat(claimOf(request)).isInstanceOf(Claim.Acquired.class);
    }

    @Test
    @Tag("RQ-14")
    void releasedKey_isFree_andItsCompletionIsDiscarded() {
        KeyedRequest request = request(freshKey(), "contents");
        boolean released = store().within(claims -> claims.release(acquired(claims.claim(request))));

        assertThat(released).isTrue();
        assertThat(store().find(request.key())).isEmpty();
        assertThat(claimOf(request)).isInstanceOf(Claim.Acquired.class);
    }

    @Test
    @Tag("RQ-17")
    void purge_ignoresAnOpenClaim_howeverLongItLasts() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");

        Settlement settlement = store().<Settlement, Exception>within(claims -> {
            Lease lease = acquired(claims.claim(request));
            others.run(() -> {
                letTimePass(Duration.ofDays(400));
                return otherStore().purge(1000);
            });
            assertThat(others.<Claim>run(() -> otherStore().within(other -> other.claim(request))))
                    .isInstanceOf(Claim.InFlight.class);
            return claims.complete(lease, request, payload("late"), Retention.FOREVER);
        });

        assertThat(settlement).isEqualTo(Settlement.RECORDED);
        assertThat(recordOf(request).payload()).isEqualTo(payload("late"));
    }

    @Test
    void threadOutsideOfAUnit_joinsNothing() {
        boolean before = store().joins();
        assertThat(claimOf(request(freshKey(), "contents"))).isInstanceOf(Claim.Acquired.class);

        assertThat(before).isFalse();
        assertThat(store().joins()).isFalse();
    }

    @Test
    @Tag("RQ-13")
    void innerUnit_joinsTheOuterOne_andEndsWithIt() {
        assumeTrue(
                store().<Boolean, RuntimeException>within(claims -> store().joins()),
                "only a store whose units join outer ones");
        IdempotencyKey lost = freshKey();
        IdempotencyKey kept = freshKey();

        assertThatThrownBy(() -> store().within(outer -> {
                    record(request(lost, "contents"), payload("lost"), DAY);
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        store().within(outer -> record(request(kept, "contents"), payload("kept"), DAY));

        assertThat(store().find(lost)).isEmpty();
        assertThat(store().find(kept)).isPresent();
    }

    @Test
    void failureOfTheWork_isNoConflict() {
        assertThat(store().isConflict(new IllegalStateException("a failure of the action")))
                .isFalse();
    }

    @Test
    @Tag("LG-3")
    void heldDataKey_isHeldByOneUnit_untilItEnds() throws Exception {
        DataKey key = new DataKey("thing", "parent", freshKey().requestId());
        // A store may take one of them for a key that is held, by chance, but hardly each.
        List<DataKey> siblings = Stream.of("second parent", "third parent", "fourth parent")
                .map(parent -> new DataKey("thing", parent, key.key()))
                .toList();

        List<Boolean> meanwhile = store().<List<Boolean>, Exception>within(claims -> {
            assertThat(claims.hold(key)).isTrue();
            assertThat(claims.hold(key)).as("again in the same unit").isTrue();
            return others.run(() -> otherStore()
                    .within(other -> List.of(other.hold(key), siblings.stream().anyMatch(other::hold))));
        });

        assertThat(meanwhile).containsExactly(false, true);
        assertThat(others.<Boolean>run(() -> otherStore().within(claims -> claims.hold(key))))
                .isTrue();
    }

    @Test
    @Tag("LG-3")
    void heldDataKey_isFree_whenItsUnitThrows() throws Exception {
        DataKey key = new DataKey("thing", "parent", freshKey().requestId());

        assertThatThrownBy(() -> store().within(claims -> {
                    assertThat(claims.hold(key)).isTrue();
                    throw new IllegalStateException("crashed");
                }))
                .hasMessage("crashed");

        assertThat(others.<Boolean>run(() -> otherStore().within(claims -> claims.hold(key))))
                .isTrue();
    }

    @Test
    @Tag("LG-3")
    void ofManyUnits_oneHoldsADataKey() throws Exception {
        DataKey key = new DataKey("thing", "parent", freshKey().requestId());
        CountDownLatch allTried = new CountDownLatch(CLAIMANTS);

        List<Boolean> held = others.together(
                CLAIMANTS,
                i -> () -> (i % 2 == 0 ? store() : otherStore()).<Boolean, Exception>within(unit -> {
                    boolean mine = unit.hold(key);
                    allTried.countDown();
                    TestThreads.await(allTried);
                    return mine;
                }));

        assertThat(held).filteredOn(mine -> mine).hasSize(1);
    }
}
