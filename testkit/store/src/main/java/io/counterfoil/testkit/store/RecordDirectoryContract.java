package io.counterfoil.testkit.store;

import static io.counterfoil.testkit.store.Requests.key;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.directory.AgedCount;
import io.counterfoil.idempotency.directory.RecordBacklog;
import io.counterfoil.idempotency.directory.RecordDetail;
import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.directory.RecordEntry;
import io.counterfoil.idempotency.directory.RecordPage;
import io.counterfoil.idempotency.directory.RecordPosition;
import io.counterfoil.idempotency.directory.RecordQuery;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The contract of every {@link RecordDirectory}. A lease store that implements it is tested by a subclass, in addition
 * to its {@link LeaseStoreContract}.
 */
@Timeout(600)
public abstract class RecordDirectoryContract {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    /** A client whose records no other test lists. */
    private final ClientId client = ClientId.of("client-" + UUID.randomUUID());

    private final RecordQuery mine = RecordQuery.ALL.of(client);

    /** For a subclass; JUnit makes an instance for each test. */
    protected RecordDirectoryContract() {}

    /** {@return the directory under test} */
    protected abstract RecordDirectory directory();

    /** {@return the store whose records the directory lists} */
    protected abstract LeaseStore store();

    /**
     * See {@link RecordStoreContract#letTimePass}.
     *
     * @param time how much later it is; positive
     */
    protected abstract void letTimePass(Duration time);

    private KeyedRequest fresh() {
        return fresh("POST /things", UUID.randomUUID().toString());
    }

    private KeyedRequest fresh(String operation, String requestId) {
        return request(key(client.value(), operation, requestId), "contents");
    }

    private Lease leased(KeyedRequest request) {
        Claim claim = store().lease(request, HOUR, false);
        assertThat(claim).isInstanceOf(Claim.Acquired.class);
        return ((Claim.Acquired) claim).lease();
    }

    private Lease ranOut(KeyedRequest request) {
        Lease lease = leased(request);
        store().abandon(lease);
        return lease;
    }

    private Lease answered(KeyedRequest request) {
        return answered(request, Retention.of(DAY));
    }

    private Lease answered(KeyedRequest request, Retention retention) {
        Lease lease = leased(request);
        assertThat(store().complete(lease, payload("answer"), retention)).isEqualTo(Settlement.RECORDED);
        return lease;
    }

    private List<RecordEntry> list(RecordQuery query) {
        RecordPage page = directory().list(query);
        assertThat(page.next()).isEmpty();
        return page.entries();
    }

    private List<IdempotencyKey> keys(RecordQuery query) {
        return list(query).stream().map(RecordEntry::key).toList();
    }

    private RecordEntry only(RecordState state) {
        assertThat(Stream.of(RecordState.values()).filter(other -> other != state))
                .allSatisfy(other -> assertThat(list(mine.in(other))).isEmpty());
        List<RecordEntry> all = list(mine);
        assertThat(all).hasSize(1).first().returns(state, RecordEntry::state);
        assertThat(list(mine.in(state))).isEqualTo(all);
        return all.get(0);
    }

    @Test
    @Tag("RQ-4")
    @Tag("RQ-9")
    @Tag("RQ-10")
    void completedRequest_isListed_withItsData() {
        KeyedRequest request = request(fresh().key(), "contents", "attempt-1");
        Lease lease = answered(request);
        store().count(Map.of(request.key(), 2L));

        RecordEntry entry = only(RecordState.ANSWERED);

        Instant received = store().find(request.key()).orElseThrow().firstReceived();
        assertThat(entry)
                .returns(request.key(), RecordEntry::key)
                .returns(Optional.of(new AttemptId("attempt-1")), RecordEntry::firstAttempt)
                .returns(received, RecordEntry::firstReceived)
                .returns(3L, RecordEntry::requestCount)
                .returns(lease.token(), RecordEntry::token)
                .returns(Optional.empty(), RecordEntry::leasedUntil);
        assertThat(entry.expires().orElseThrow())
                .isBetween(received.plus(DAY), received.plus(DAY).plus(HOUR));
    }

    @Test
    void recordForEver_hasNoExpiry_andIsAnswered() {
        answered(fresh(), Retention.FOREVER);

        assertThat(only(RecordState.ANSWERED).expires()).isEmpty();
    }

    @Test
    @Tag("RQ-13")
    void runningLease_isInProgress() {
        KeyedRequest request = fresh();
        Lease lease = leased(request);

        RecordEntry entry = only(RecordState.AT_WORK);

        assertThat(entry)
                .returns(request.key(), RecordEntry::key)
                .returns(Optional.empty(), RecordEntry::firstAttempt)
                .returns(1L, RecordEntry::requestCount)
                .returns(lease.token(), RecordEntry::token)
                .returns(Optional.empty(), RecordEntry::expires);
        assertThat(entry.leasedUntil().orElseThrow())
                .isBetween(
                        entry.firstReceived().plus(HOUR),
                        entry.firstReceived().plus(HOUR).plus(HOUR));
        assertThat(store().renew(lease, HOUR)).as("nothing was changed").isTrue();
    }

    @Test
    @Tag("RQ-13")
    void expiredLease_isUnknown_untilTakeover() {
        KeyedRequest request = fresh();
        leased(request);
        letTimePass(HOUR);

        RecordEntry unknown = only(RecordState.UNKNOWN);
        Lease taken = store().takeOver(request.key(), HOUR).orElseThrow();
        RecordEntry again = only(RecordState.AT_WORK);

        assertThat(unknown.leasedUntil()).isPresent();
        assertThat(again).returns(taken.token(), RecordEntry::token);
        assertThat(again.firstReceived()).isEqualTo(unknown.firstReceived());
    }

    @Test
    @Tag("RQ-13")
    void abandonedLease_isUnknownAtOnce() {
        ranOut(fresh());

        only(RecordState.UNKNOWN);
    }

    @Test
    @Tag("RQ-13")
    void releasedRequest_isNotListed() {
        KeyedRequest request = fresh();
        store().release(leased(request));

        assertThat(list(mine)).isEmpty();
        for (RecordState state : RecordState.values()) {
            assertThat(list(mine.in(state))).isEmpty();
        }
        assertThat(directory().look(request.key())).isEmpty();

        leased(request);
        only(RecordState.AT_WORK);
    }

    @Test
    @Tag("RQ-17")
    void expiredRecord_isListed_untilItIsRemoved() {
        KeyedRequest request = fresh();
        answered(request);
        letTimePass(DAY.plus(HOUR));
        assertThat(keys(mine)).containsExactly(request.key());

        while (store().purge(1000) > 0) {
            // Until no record of any test is left.
        }

        assertThat(list(mine)).isEmpty();
        assertThat(directory().look(request.key())).isEmpty();
    }

    @Test
    @Tag("RQ-2")
    @Tag("RQ-3")
    @Tag("RQ-5")
    void eachPartOfAKey_isAFilter_byteByByte() {
        String id = UUID.randomUUID().toString();
        List<IdempotencyKey> keys = List.of(
                key(client.value(), "POST /a", id + "Key"),
                key(client.value(), "POST /a", id + "key"),
                key(client.value(), "POST /a", id + "key "),
                key(client.value(), "POST /a", id + "%"),
                key(client.value(), "POST /a", id + "_"),
                key(client.value(), "POST /a", id + "\\"),
                key(client.value(), "POST /a", id + "'; --"),
                key(client.value(), "POST /a", id + "k\u00e9y\ud83d\ude00"),
                key(client.value(), "POST /b", id + "Key"),
                key(client.value(), "POST /B", id + "Key"),
                key(client.value() + " ", "POST /a", id + "Key"),
                key(client.value().toUpperCase(Locale.ROOT), "POST /a", id + "Key"),
                key("", "POST /a", id + "Key"));
        keys.forEach(key -> answered(request(key, "contents")));

        for (IdempotencyKey key : keys) {
            RecordQuery whole =
                    RecordQuery.ALL.of(key.client()).of(key.operation()).of(key.requestId());
            assertThat(keys(whole)).containsExactly(key);
            assertThat(keys(RecordQuery.ALL.of(key.requestId())))
                    .containsExactlyInAnyOrderElementsOf(of(keys, key.requestId()));
        }
        assertThat(keys(mine)).containsExactlyInAnyOrderElementsOf(keys.subList(0, 10));
        assertThat(keys(mine.of(new OperationName("POST /b")))).containsExactly(keys.get(8));
        assertThat(keys(mine.of(new OperationName("POST /")))).isEmpty();
    }

    private static List<IdempotencyKey> of(List<IdempotencyKey> keys, RequestId requestId) {
        return keys.stream().filter(key -> key.requestId().equals(requestId)).toList();
    }

    @Test
    @Tag("RQ-16")
    void anonymousClient_isAFilterLikeAnother() {
        KeyedRequest anonymous =
                request(key("", "POST /things", UUID.randomUUID().toString()), "contents");
        answered(anonymous);
        answered(fresh());
        RequestId id = anonymous.key().requestId();

        assertThat(keys(RecordQuery.ALL.of(ClientId.ANONYMOUS).of(id))).containsExactly(anonymous.key());
        assertThat(keys(mine)).doesNotContain(anonymous.key());
        assertThat(keys(mine.of(id))).isEmpty();
    }

    @Test
    void order_isByExpiry_thenByAge_withoutExpiryLast() {
        List<IdempotencyKey> expected = new ArrayList<>();
        KeyedRequest unknown = fresh();
        ranOut(unknown);
        letTimePass(Duration.ofMinutes(1));
        KeyedRequest forEver = fresh();
        answered(forEver, Retention.FOREVER);
        letTimePass(Duration.ofMinutes(1));
        KeyedRequest inProgress = fresh();
        leased(inProgress);
        KeyedRequest tomorrow = fresh();
        answered(tomorrow, Retention.of(DAY));
        letTimePass(Duration.ofMinutes(1));
        KeyedRequest alsoTomorrow = fresh();
        answered(alsoTomorrow, Retention.of(DAY));
        KeyedRequest soon = fresh();
        answered(soon, Retention.of(HOUR));
        for (KeyedRequest request : List.of(soon, tomorrow, alsoTomorrow, unknown, forEver, inProgress)) {
            expected.add(request.key());
        }

        assertThat(keys(mine)).isEqualTo(expected);
        assertThat(paged(mine, 1)).isEqualTo(expected);
        assertThat(paged(mine, 4)).isEqualTo(expected);
    }

    @Test
    @Tag("RQ-15")
    void pages_haveEachRecordOnce_andEndWhenThereAreNoMore() {
        List<IdempotencyKey> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            KeyedRequest request = fresh(
                    "POST /things/\ud83d\ude00\u00e9" + i % 2,
                    (5 - i) + UUID.randomUUID().toString());
            all.add(request.key());
            answered(request, i < 3 ? Retention.FOREVER : Retention.of(DAY));
        }

        for (int limit : List.of(1, 2, 3, 5)) {
            assertThat(paged(mine, limit))
                    .as("in pages of %s", limit)
                    .containsExactlyInAnyOrderElementsOf(all)
                    .isEqualTo(keys(mine));
        }
        assertThat(directory().list(mine.atMost(6)).next()).isEmpty();
        assertThat(directory().list(mine.atMost(5)).next()).isPresent();
    }

    /** The keys of all pages of this size. Only a single page may be empty. */
    private List<IdempotencyKey> paged(RecordQuery query, int limit) {
        List<IdempotencyKey> seen = new ArrayList<>();
        RecordPage page = directory().list(query.atMost(limit));
        while (true) {
            assertThat(page.entries()).hasSizeBetween(1, limit);
            page.entries().forEach(entry -> seen.add(entry.key()));
            if (page.next().isEmpty()) {
                return seen;
            }
            page = directory().list(query.atMost(limit).after(page.next().get()));
        }
    }

    @Test
    void nextPage_continuesAfterADeletedRecord() {
        KeyedRequest first = fresh();
        KeyedRequest second = fresh();
        ranOut(first);
        letTimePass(Duration.ofMinutes(1));
        ranOut(second);
        RecordPage page = directory().list(mine.in(RecordState.UNKNOWN).atMost(1));
        assertThat(page.entries()).extracting(RecordEntry::key).containsExactly(first.key());

        store().release(store().takeOver(first.key(), HOUR).orElseThrow());

        assertThat(keys(mine.in(RecordState.UNKNOWN).after(page.next().orElseThrow())))
                .containsExactly(second.key());
    }

    @Test
    void cursorBeyondAllTimes_isTheEndOrTheStart() {
        KeyedRequest request = fresh();
        answered(request);
        IdempotencyKey key = request.key();

        assertThat(list(mine.after(new RecordPosition(Optional.empty(), Instant.MAX, key))))
                .isEmpty();
        assertThat(keys(mine.after(new RecordPosition(Optional.of(Instant.MIN), Instant.MIN, key))))
                .containsExactly(key);
    }

    @Test
    @Tag("RQ-7")
    void lookup_hasTheResultOrTheProgress() {
        KeyedRequest done = fresh();
        answered(done);
        KeyedRequest inProgress = fresh();
        Lease lease = leased(inProgress);
        KeyedRequest saved = fresh();
        store().save(leased(saved), payload("progress"));

        assertThat(directory().look(done.key()))
                .hasValueSatisfying(detail -> assertThat(detail)
                        .returns(Optional.of(payload("answer")), RecordDetail::kept)
                        .returns(list(mine.in(RecordState.ANSWERED)).get(0), RecordDetail::entry));
        assertThat(directory().look(inProgress.key())).hasValueSatisfying(detail -> {
            assertThat(detail.kept()).isEmpty();
            assertThat(detail.entry())
                    .returns(RecordState.AT_WORK, RecordEntry::state)
                    .returns(lease.token(), RecordEntry::token);
        });
        assertThat(directory().look(saved.key()).flatMap(RecordDetail::kept)).contains(payload("progress"));
        letTimePass(HOUR);
        assertThat(directory().look(saved.key()))
                .map(detail -> detail.entry().state())
                .contains(RecordState.UNKNOWN);
        assertThat(directory().look(fresh().key())).isEmpty();
    }

    /** Whatever other tests have left in progress is unknown then, and what they have left expires and is removed. */
    private void clear() {
        letTimePass(DAY.multipliedBy(2));
        for (RecordEntry entry : directory()
                .list(RecordQuery.ALL.in(RecordState.UNKNOWN).atMost(RecordQuery.MAX_LIMIT))
                .entries()) {
            store().release(store().takeOver(entry.key(), HOUR).orElseThrow());
        }
        letTimePass(DAY.multipliedBy(2));
        while (store().purge(1000) > 0) {
            // Until no record of any test is left that expires.
        }
        assertThat(directory().backlog(10))
                .isEqualTo(new RecordBacklog(AgedCount.NONE, AgedCount.NONE, AgedCount.NONE));
    }

    @Test
    @Tag("OB-1")
    void backlog_countsLeases_byTheirState() {
        clear();
        ranOut(fresh());
        leased(fresh());
        leased(fresh());

        RecordBacklog backlog = directory().backlog(10);

        assertThat(backlog.inProgress().count()).isEqualTo(2);
        assertThat(backlog.unknown().count()).isOne();
        assertThat(backlog.expired()).isEqualTo(AgedCount.NONE);
    }

    @Test
    @Tag("OB-1")
    void backlog_hasTheAgeOfTheOldestLease() {
        clear();
        ranOut(fresh());

        AgedCount unknown = directory().backlog(10).unknown();

        assertThat(unknown.oldest()).isBetween(Duration.ZERO, HOUR);
    }

    @Test
    @Tag("OB-1")
    void backlog_countsExpiredRecords_sinceTheirExpiry() {
        clear();
        answered(fresh(), Retention.of(HOUR));
        answered(fresh(), Retention.of(HOUR.multipliedBy(2)));
        answered(fresh(), Retention.of(DAY));
        answered(fresh(), Retention.FOREVER);
        letTimePass(HOUR.multipliedBy(3));

        AgedCount expired = directory().backlog(10).expired();

        assertThat(expired.count()).isEqualTo(2);
        assertThat(expired.oldest())
                .isBetween(
                        HOUR.multipliedBy(2).minusMinutes(10),
                        HOUR.multipliedBy(2).plusMinutes(10));
    }

    @Test
    @Tag("OB-1")
    void backlog_withMoreThanItsLimit_countsTheLimit() {
        clear();
        for (int i = 0; i < 3; i++) {
            ranOut(fresh());
            leased(fresh());
        }

        RecordBacklog backlog = directory().backlog(2);

        assertThat(backlog.inProgress().count()).isEqualTo(2);
        assertThat(backlog.unknown().count()).isEqualTo(2);
    }

    @Test
    void backlog_withALimitOutOfRange_isRefused() {
        assertThatThrownBy(() -> directory().backlog(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("limit must be 1 to 10000, not 0");
    }
}
