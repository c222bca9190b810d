package io.counterfoil.testkit.store;

import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.key;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.Completion;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.IdempotencyPolicy;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every {@link ClaimStore} must do. A store proves itself by a subclass that runs against the real engine behind it.
 */
@Timeout(60)
public abstract class ClaimStoreContract {

    private static final Retention DAY = Retention.of(Duration.ofDays(1));

    private final ExecutorService others = Executors.newCachedThreadPool();

    /** For subclasses. */
    protected ClaimStoreContract() {}

    /** The store under test; the same one throughout a test. */
    protected abstract ClaimStore store();

    /** Makes the store believe that two days have passed since all records in it were made. */
    protected abstract void letTwoDaysPass();

    @AfterEach
    final void stopOthers() {
        others.shutdownNow();
    }

    @Test
    @Tag("RQ-13")
    void staleOwner_canNeitherCompleteNorRelease() throws Exception {
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
            assertThat(claims.complete(lease, request, payload("true"), DAY)).isEqualTo(Settlement.RECORDED);
            return lease;
        });

        assertThat(recordOf(request).payload()).isEqualTo(payload("true"));
    }

    @Test
    @Tag("RQ-9")
    @Tag("RQ-10")
    void record_keepsWhatWasRecorded_andCountsRequests() {
        KeyedRequest original = request(freshKey(), "contents", "first");
        record(original, payload("answer"));

        IdempotencyRecord second = recordOf(request(original.key(), "contents", "second"));
        IdempotencyRecord third = recordOf(request(original.key(), "contents"));

        assertThat(second.key()).isEqualTo(original.key());
        assertThat(second.payload()).isEqualTo(payload("answer"));
        assertThat(second.fingerprint()).isEqualTo(original.fingerprint());
        assertThat(third.firstAttempt()).contains(new AttemptId("first"));
        assertThat(third.firstReceived()).isEqualTo(second.firstReceived());
        assertThat(List.of(second.requestCount(), third.requestCount())).containsExactly(2L, 3L);
    }

    @Test
    void payload_isKeptByteByByte() {
        byte[] everyByte = new byte[256];
        IntStream.range(0, 256).forEach(i -> everyByte[i] = (byte) i);
        for (Payload payload : List.of(
                new Payload(7, everyByte), new Payload(0, new byte[0]), new Payload(32767, new byte[1 << 20]))) {
            KeyedRequest request = request(freshKey(), "contents");
            record(request, payload);
            assertThat(recordOf(request).payload()).isEqualTo(payload);
        }
    }

    @Test
    @Tag("RQ-11")
    void otherContents_areAMismatch() {
        KeyedRequest original = request(freshKey(), "contents");
        record(original, payload("answer"));

        Claim claim = claimOf(request(original.key(), "other contents"));

        assertThat(claim).isInstanceOf(Claim.Mismatch.class);
    }

    @Test
    @Tag("RQ-12")
    void claimOfAnother_isInFlight_untilItsUnitEnds() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");

        Claim meanwhile = store().<Claim, Exception>within(claims -> {
            acquired(claims.claim(request));
            return elsewhere(() -> store().within(other -> other.claim(request)));
        });

        assertThat(meanwhile).isInstanceOf(Claim.InFlight.class);
        assertThat(claimOf(request)).isInstanceOf(Claim.Acquired.class);
    }

    @Test
    @Tag("RQ-13")
    void unitThatThrows_leavesTheKeyFree_andNoRecord() {
        KeyedRequest request = request(freshKey(), "contents");

        assertThatThrownBy(() -> store().within(claims -> {
                    acquired(claims.claim(request));
                    throw new IllegalStateException("died at work");
                }))
                .hasMessage("died at work");

        assertThat(claimOf(request)).isInstanceOf(Claim.Acquired.class);
    }

    @Test
    void releasedKey_isFree() {
        KeyedRequest request = request(freshKey(), "contents");
        boolean released = store().within(claims -> claims.release(acquired(claims.claim(request))));

        assertThat(released).isTrue();
        assertThat(claimOf(request)).isInstanceOf(Claim.Acquired.class);
    }

    @Test
    @Tag("RQ-2")
    @Tag("RQ-3")
    @Tag("RQ-5")
    void everyPartOfAKey_tellsRequestsApart() {
        List<IdempotencyKey> keys = List.of(
                key("client", "POST /a", "Key"),
                key("client", "POST /a", "key"),
                key("client", "POST /a", "key "),
                key("client", "POST /a", "k\u00e9y"),
                key("client", "POST /a", "ke\u0301y"),
                key("client", "POST /b", "Key"),
                key("client", "PATCH /a", "Key"),
                key("Client", "POST /a", "Key"),
                key("", "POST /a", "Key"));

        keys.forEach(key -> record(request(key, "contents"), payload(key.toString())));

        keys.forEach(
                key -> assertThat(recordOf(request(key, "contents")).payload()).isEqualTo(payload(key.toString())));
    }

    @Test
    @Tag("RQ-4")
    @Tag("RQ-17")
    void expiredRecords_arePurgedInBoundedBatches_andOthersStay() {
        drain();
        KeyedRequest forEver = request(freshKey(), "contents");
        KeyedRequest longLived = request(freshKey(), "contents");
        record(forEver, payload("for ever"), Retention.FOREVER);
        record(longLived, payload("long"), Retention.of(Duration.ofDays(3)));
        for (int i = 0; i < 5; i++) {
            record(request(freshKey(), "contents"), payload("expired"), DAY);
        }
        assertThat(store().purge(100)).isZero();

        letTwoDaysPass();

        assertThat(List.of(store().purge(2), store().purge(2), store().purge(2), store().purge(2)))
                .containsExactly(2, 2, 1, 0);
        assertThat(recordOf(forEver).payload()).isEqualTo(payload("for ever"));
        assertThat(recordOf(longLived).payload()).isEqualTo(payload("long"));
        assertThatThrownBy(() -> store().purge(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @Tag("LG-3")
    void heldDataKey_isHeldByOneUnit_untilItEnds() throws Exception {
        DataKey key = new DataKey("thing", "parent", freshKey().requestId());
        DataKey sibling = new DataKey("thing", "other parent", key.key());

        List<Boolean> meanwhile = store().<List<Boolean>, Exception>within(claims -> {
            assertThat(claims.hold(key)).isTrue();
            assertThat(claims.hold(key)).as("again in the same unit").isTrue();
            return elsewhere(() -> store().within(other -> List.of(other.hold(key), other.hold(sibling))));
        });

        assertThat(meanwhile).containsExactly(false, true);
        Boolean afterwards = elsewhere(() -> store().within(claims -> claims.hold(key)));
        assertThat(afterwards).isTrue();
    }

    /** Plain counters: a lost or a doubled execution shows. */
    @Test
    @Tag("RQ-12")
    @Tag("RQ-13")
    void stormOfDuplicates_executesEachRequestOnce_andAnswersAllAlike() throws Exception {
        int threads = 8;
        int keys = 40;
        int[] executions = new int[keys];
        String prefix = freshKey().requestId().value();
        Idempotency engine =
                Idempotency.on(store()).with(IdempotencyPolicy.DEFAULT.withWaitLimit(Duration.ofSeconds(30)));

        List<Future<List<String>>> answers = IntStream.range(0, threads)
                .mapToObj(thread -> others.submit(() -> IntStream.range(0, keys)
                        .mapToObj(i -> {
                            KeyedRequest request = request(key("client", "POST /storm", prefix + i), "contents");
                            return engine.execute(request, Requests.TEXT, lease -> {
                                        executions[i]++;
                                        return Completion.remember(i + " by " + thread);
                                    })
                                    .match(
                                            executed -> executed.value(),
                                            replayed -> replayed.value(),
                                            inFlight -> "in flight",
                                            mismatched -> "mismatch");
                        })
                        .toList()))
                .toList();

        List<String> first = answers.get(0).get();
        for (Future<List<String>> other : answers) {
            assertThat(other.get()).isEqualTo(first);
        }
        assertThat(executions).containsOnly(1);
        assertThat(first).noneMatch(answer -> answer.startsWith("in flight"));
    }

    private void drain() {
        letTwoDaysPass();
        while (store().purge(1000) > 0) {
            // Until none is left of earlier tests.
        }
    }

    private void record(KeyedRequest request, Payload payload) {
        record(request, payload, DAY);
    }

    private void record(KeyedRequest request, Payload payload, Retention retention) {
        Settlement settlement =
                store().within(claims -> claims.complete(acquired(claims.claim(request)), request, payload, retention));
        assertThat(settlement).isEqualTo(Settlement.RECORDED);
    }

    private IdempotencyRecord recordOf(KeyedRequest request) {
        Claim claim = claimOf(request);
        assertThat(claim).isInstanceOf(Claim.Replay.class);
        return ((Claim.Replay) claim).record();
    }

    private Claim claimOf(KeyedRequest request) {
        return store().within(claims -> claims.claim(request));
    }

    private static Lease acquired(Claim claim) {
        assertThat(claim).isInstanceOf(Claim.Acquired.class);
        return ((Claim.Acquired) claim).lease();
    }

    private <T> T elsewhere(Callable<T> work) throws InterruptedException, ExecutionException {
        return others.submit(work).get();
    }
}
