package io.counterfoil.testkit.store;

import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.key;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.idempotency.store.RetainedRecord;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The contract of records in every store, however requests are claimed; see {@link ClaimStoreContract} and {@link
 * LeaseStoreContract}.
 */
@Timeout(600)
public abstract class RecordStoreContract {

    static final Retention DAY = Retention.of(Duration.ofDays(1));

    final TestThreads others = new TestThreads();

    RecordStoreContract() {}

    /**
     * Advances the time of the store: every lease and every retention ends this much earlier. The store's clock may
     * also advance by itself.
     *
     * @param time how much later it is; positive
     */
    protected abstract void letTimePass(Duration time);

    /**
     * {@return the resolution of the store's time in tests: an instant one tick before another is visibly earlier} The default
     * is ten minutes, within which a store whose clock cannot be stopped must complete a test; a store with a settable
     * clock returns the resolution of that clock.
     */
    protected Duration tick() {
        return Duration.ofMinutes(10);
    }

    abstract RecordStore records();

    /** Claims a request and releases what was acquired; returns the store's response to the claim. */
    abstract Claim claimOf(KeyedRequest request);

    /** Executes and records a request. */
    abstract Settlement record(KeyedRequest request, Payload payload, Retention retention);

    @AfterEach
    final void stopOthers() {
        others.close();
    }

    @Test
    @Tag("RQ-10")
    void record_keepsWhatWasRecorded() {
        KeyedRequest original = request(freshKey(), "contents", "first");
        record(original, payload("answer"));

        IdempotencyRecord second = recordOf(request(original.key(), "contents", "second"));

        assertThat(second.key()).isEqualTo(original.key());
        assertThat(second.payload()).isEqualTo(payload("answer"));
        assertThat(second.fingerprint()).isEqualTo(original.fingerprint());
        assertThat(second.firstAttempt()).contains(new AttemptId("first"));
        assertThat(second.requestCount()).isEqualTo(1);
        assertThat(records().find(original.key())).contains(second);
    }

    @Test
    @Tag("RQ-10")
    void originalWithoutAttemptId_getsNoneFromDuplicates() {
        KeyedRequest original = request(freshKey(), "contents");
        record(original, payload("answer"));

        assertThat(recordOf(request(original.key(), "contents", "second")).firstAttempt())
                .isEmpty();
    }

    @Test
    @Tag("RQ-9")
    void countedRequests_areAddedToTheirRecord_andMissingKeysIgnored() {
        KeyedRequest one = request(freshKey(), "contents");
        KeyedRequest other = request(freshKey(), "contents");
        KeyedRequest missing = request(freshKey(), "contents");
        record(one, payload("answer"));
        record(other, payload("answer"));

        records().count(Map.of(one.key(), 2L, other.key(), 1_000_000_000_000L, missing.key(), 1L));
        records().count(Map.of(one.key(), 3L));
        records().count(Map.of());

        assertThat(recordOf(one).requestCount()).isEqualTo(6);
        assertThat(recordOf(other).requestCount()).isEqualTo(1_000_000_000_001L);
        assertThat(records().find(missing.key())).isEmpty();
        assertThat(recordOf(one).payload()).isEqualTo(payload("answer"));
    }

    @Test
    @Tag("RQ-9")
    void countsOfManyProcessesAtATime_areAllAdded() throws Exception {
        KeyedRequest one = request(freshKey(), "contents");
        KeyedRequest other = request(freshKey(), "contents");
        record(one, payload("answer"));
        record(other, payload("answer"));

        others.together(4, thread -> () -> {
            for (int i = 0; i < 10; i++) {
                records().count(Map.of(one.key(), 1L, other.key(), 2L));
            }
            return thread;
        });

        assertThat(recordOf(one).requestCount()).isEqualTo(41);
        assertThat(recordOf(other).requestCount()).isEqualTo(81);
    }

    @Test
    @Tag("RQ-4")
    void timeThatARecordIsRetained_endsNoLaterThanItsExpiry() {
        KeyedRequest kept = request(freshKey(), "contents");
        record(kept, payload("answer"), DAY);
        letTimePass(Duration.ofDays(1).minus(tick()));

        assertThat(records().findRetained(kept.key()))
                .map(RetainedRecord::record)
                .isEqualTo(records().find(kept.key()));
        assertThat(remaining(kept)).isLessThanOrEqualTo(tick());
        letTimePass(tick());
        assertThat(remaining(kept)).isLessThanOrEqualTo(Duration.ZERO);
        assertThat(records().findRetained(freshKey())).isEmpty();
    }

    private Duration remaining(KeyedRequest request) {
        return records().findRetained(request.key()).orElseThrow().remaining().orElseThrow();
    }

    @Test
    void missingKey_isNotFound() {
        assertThat(records().find(freshKey())).isEmpty();
    }

    @Test
    @Tag("RQ-7")
    void payload_isKeptByteByByte() {
        byte[] everyByte = new byte[256];
        IntStream.range(0, 256).forEach(i -> everyByte[i] = (byte) i);
        byte[] long1MiB = new byte[1 << 20];
        IntStream.range(0, long1MiB.length).forEach(i -> long1MiB[i] = (byte) (i * 31 + (i >> 8)));
        for (Payload payload : List.of(
                new Payload(7, everyByte),
                new Payload(0, new byte[0]),
                new Payload(1, new byte[] {0}),
                new Payload(1, new byte[] {' ', ' '}),
                new Payload(32767, long1MiB))) {
            KeyedRequest request = request(freshKey(), "contents");
            record(request, payload);
            assertThat(recordOf(request).payload()).isEqualTo(payload);
        }
    }

    @Test
    @Tag("RQ-11")
    void otherContents_areAMismatch_withTheRecord() {
        KeyedRequest original = request(freshKey(), "contents");
        record(original, payload("answer"));

        Claim claim = claimOf(request(original.key(), "other contents"));

        assertThat(claim)
                .isInstanceOfSatisfying(
                        Claim.Mismatch.class,
                        mismatch -> assertThat(mismatch.record())
                                .map(IdempotencyRecord::payload)
                                .contains(payload("answer")));
    }

    @Test
    @Tag("RQ-2")
    @Tag("RQ-3")
    @Tag("RQ-5")
    @Tag("RQ-16")
    void everyPartOfAKey_distinguishesRequests() {
        String id = freshKey().requestId().value();
        List<IdempotencyKey> keys = List.of(
                key("client", "POST /a", id + "Key"),
                key("client", "POST /a", id + "key"),
                key("client", "POST /a", id + "key "),
                key("client", "POST /a", id + "key  "),
                key("client", "POST /a", " " + id + "key"),
                key("client", "POST /a", id + "k\u00e9y"),
                key("client", "POST /a", id + "ke\u0301y"),
                key("client", "POST /a", id + "stra\u00dfe"),
                key("client", "POST /a", id + "strasse"),
                key("client", "POST /a", id + "\ud83d\ude00"),
                key("client", "POST /a", id + "\ud83d\ude01"),
                key("client", "POST /a", id + "\u200b"),
                key("client", "POST /a", id + "%"),
                key("client", "POST /a", id + "_"),
                key("client", "POST /a", id + "\\"),
                key("client", "POST /a", id + "'; --"),
                key("client", "POST /b", id + "Key"),
                key("client", "POST /b ", id + "Key"),
                key("client", "PATCH /a", id + "Key"),
                key("Client", "POST /a", id + "Key"),
                key("client ", "POST /a", id + "Key"),
                key("cl\u00efent", "POST /a", id + "Key"),
                key("", "POST /a", id + "Key"));

        keys.forEach(key -> record(request(key, "contents"), payload("of " + key)));

        keys.forEach(key -> assertThat(recordOf(request(key, "contents")))
                .returns(key, IdempotencyRecord::key)
                .returns(payload("of " + key), IdempotencyRecord::payload));
    }

    @Test
    @Tag("RQ-2")
    @Tag("RQ-15")
    void longestKey_isKeptWhole() {
        String id = freshKey().requestId().value();
        String emoji = "\ud83d\ude00";
        IdempotencyKey longest = key(
                emoji.repeat(ClientId.MAX_BYTES / 4) + "abc",
                emoji.repeat(OperationName.MAX_BYTES / 4),
                id + "x".repeat(RequestId.MAX_BYTES - id.length()));
        IdempotencyKey almost = new IdempotencyKey(
                longest.client(),
                longest.operation(),
                new RequestId(id + "x".repeat(RequestId.MAX_BYTES - id.length() - 1) + "y"));
        record(request(longest, "contents", "9".repeat(AttemptId.MAX_LENGTH)), payload("longest"));
        record(request(almost, "contents"), payload("almost"));

        IdempotencyRecord record = recordOf(request(longest, "contents"));

        assertThat(record.key()).isEqualTo(longest);
        assertThat(record.payload()).isEqualTo(payload("longest"));
        assertThat(record.firstAttempt()).contains(new AttemptId("9".repeat(AttemptId.MAX_LENGTH)));
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
        letTimePass(Duration.ofDays(1).minus(tick()));
        assertThat(records().purge(100)).isZero();

        letTimePass(tick());

        assertThat(List.of(
                        records().purge(2),
                        records().purge(2),
                        records().purge(2),
                        records().purge(2)))
                .containsExactly(2, 2, 1, 0);
        assertThat(recordOf(forEver).payload()).isEqualTo(payload("for ever"));
        assertThat(recordOf(longLived).payload()).isEqualTo(payload("long"));
    }

    @Test
    @Tag("RQ-17")
    void purge_ofNoRecords_isRejected() {
        for (int limit : List.of(0, -1)) {
            assertThatThrownBy(() -> records().purge(limit))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(Integer.toString(limit));
        }
    }

    @Test
    @Tag("RQ-13")
    void token_growsOverAPurge() {
        KeyedRequest request = request(freshKey(), "contents");
        Lease first = acquired(claimOf(request));
        record(request, payload("first execution"), DAY);
        drain();

        Lease second = acquired(claimOf(request));

        assertThat(second.token()).isGreaterThan(first.token());
    }

    @Test
    @Tag("RQ-4")
    void purgedKey_isExecutedAgain() {
        KeyedRequest request = request(freshKey(), "contents");
        record(request, payload("first execution"), DAY);
        records().count(Map.of(request.key(), 5L));
        drain();
        assertThat(records().find(request.key())).isEmpty();

        KeyedRequest other = request(request.key(), "other contents", "7");
        record(other, payload("second execution"), DAY);

        assertThat(recordOf(other))
                .returns(payload("second execution"), IdempotencyRecord::payload)
                .returns(1L, IdempotencyRecord::requestCount);
    }

    /** Expires and purges every record that can expire. */
    final void drain() {
        letTimePass(Duration.ofDays(2));
        while (records().purge(1000) > 0) {
            // Until no record of earlier tests is left.
        }
    }

    final void record(KeyedRequest request, Payload payload) {
        assertThat(record(request, payload, DAY)).isEqualTo(Settlement.RECORDED);
    }

    final IdempotencyRecord recordOf(KeyedRequest request) {
        Claim claim = claimOf(request);
        assertThat(claim).isInstanceOf(Claim.Replay.class);
        return ((Claim.Replay) claim).record();
    }

    static Lease acquired(Claim claim) {
        assertThat(claim).isInstanceOf(Claim.Acquired.class);
        return ((Claim.Acquired) claim).lease();
    }
}
