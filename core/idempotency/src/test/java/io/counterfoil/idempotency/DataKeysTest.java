package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.freshKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.ExecutionLimits;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.testkit.thread.TestThreads;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objects that are made once under their key. */
@Timeout(300)
@Tag("LG-2")
@Tag("LG-3")
class DataKeysTest {

    private static final IdempotencyPolicy IMPATIENT = IdempotencyPolicy.DEFAULT
            .withLimits(limits -> limits.withWaitTime(Duration.ZERO))
            .withDuplicates(duplicates -> duplicates.withRetryAfter(Duration.ofMillis(700)));
    /** Longer than any test may take: whoever is not woken fails it. */
    private static final IdempotencyPolicy PATIENT =
            IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(ExecutionLimits.LONGEST_TIME));

    private final LoggedClaimStore store = new LoggedClaimStore(new InMemoryStore(Clock.systemUTC()));
    private final Map<DataKey, String> objects = new ConcurrentHashMap<>();
    private final List<IdempotencyEvent> events = new ArrayList<>();
    private final DataKey key = new DataKey("thing", "parent", freshKey().requestId());
    private final TestThreads others = new TestThreads();

    @AfterEach
    void stopOthers() {
        others.close();
    }

    private Optional<String> find() {
        return Optional.ofNullable(objects.get(key));
    }

    private String create() {
        objects.put(key, "the object");
        return "the object";
    }

    private static String unreached() {
        throw new AssertionError("made a second time");
    }

    private static void await(CountDownLatch latch) {
        try {
            TestThreads.await(latch);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void object_isMadeOnce_andFoundAsItNowIs() {
        DataKeys keys = new DataKeys(store, PATIENT);

        Creation<String> first = keys.createOnce(key, this::find, this::create);
        objects.put(key, "changed since");
        Creation<String> second = keys.createOnce(key, this::find, DataKeysTest::unreached);

        assertThat(first).isEqualTo(new Creation<>("the object", false));
        assertThat(second).isEqualTo(new Creation<>("changed since", true));
        assertThat(store.calls).containsExactly("within", "hold", "within", "hold");
    }

    @Test
    void deletedObject_isCreatedAgain() {
        DataKeys keys = new DataKeys(store, PATIENT);
        keys.createOnce(key, this::find, this::create);
        objects.clear();

        assertThat(keys.createOnce(key, this::find, this::create).existed()).isFalse();
    }

    @Test
    void exceptionOfTheCreation_isHandedOn_andTheNextOneMakesIt() {
        DataKeys keys = new DataKeys(store, PATIENT);
        IOException failure = new IOException("disk full");

        assertThatThrownBy(() -> keys.<String, IOException>createOnce(key, this::find, () -> {
                    throw failure;
                }))
                .isSameAs(failure);

        assertThat(keys.createOnce(key, this::find, this::create).existed()).isFalse();
    }

    @Test
    @Tag("RQ-12")
    void duplicateThatMayNotWait_isToldThatItIsInFlight() throws Exception {
        DataKeys keys = new DataKeys(store, IMPATIENT);
        DataKeys otherProcess = new DataKeys(store, IMPATIENT);

        keys.<String, Exception>createOnce(key, this::find, () -> {
            for (DataKeys duplicate : List.of(keys, otherProcess)) {
                assertThatThrownBy(
                                () -> others.run(() -> duplicate.createOnce(key, this::find, DataKeysTest::unreached)))
                        .isInstanceOfSatisfying(KeyInFlightException.class, inFlight -> {
                            assertThat(inFlight.retryAfter()).isEqualTo(Duration.ofMillis(700));
                            assertThat(inFlight).hasMessageContaining(key.toString());
                        });
            }
            return create();
        });
    }

    @Test
    @Tag("RQ-12")
    void duplicate_thatMayNotWait_findsTheExistingObject() throws Exception {
        DataKeys keys = new DataKeys(store, IMPATIENT);

        keys.<String, Exception>createOnce(key, this::find, () -> {
            String made = create();
            assertThat(others.run(() -> keys.createOnce(key, this::find, DataKeysTest::unreached)))
                    .isEqualTo(new Creation<>("the object", true));
            return made;
        });
    }

    @Test
    @Tag("RQ-12")
    void duplicatesInOneProcess_waitInMemory() throws Exception {
        DataKeys keys = new DataKeys(store, PATIENT);
        int count = 20;
        CountDownLatch arrived = new CountDownLatch(count);
        List<Future<Creation<String>>> duplicates = new ArrayList<>();

        keys.<String, Exception>createOnce(key, this::find, () -> {
            store.calls.clear();
            for (int i = 0; i < count; i++) {
                duplicates.add(others.start(() -> {
                    arrived.countDown();
                    return keys.createOnce(key, this::find, DataKeysTest::unreached);
                }));
            }
            TestThreads.await(arrived);
            assertThat(store.calls).as("while they wait").isEmpty();
            return create();
        });

        for (Future<Creation<String>> duplicate : duplicates) {
            assertThat(TestThreads.result(duplicate)).isEqualTo(new Creation<>("the object", true));
        }
        assertThat(store.calls).filteredOn("hold"::equals).hasSize(count);
    }

    @Test
    @Tag("RQ-12")
    void duplicateInAnotherProcess_asksAgain_untilTheObjectIsThere() throws Exception {
        CountDownLatch askedTwice = new CountDownLatch(2);
        List<Future<Creation<String>>> duplicates = new ArrayList<>();

        new DataKeys(store, PATIENT).<String, Exception>createOnce(key, this::find, () -> {
            duplicates.add(others.start(() -> new DataKeys(store, PATIENT)
                    .createOnce(
                            key,
                            () -> {
                                askedTwice.countDown();
                                return find();
                            },
                            DataKeysTest::unreached)));
            await(askedTwice);
            return create();
        });

        assertThat(TestThreads.result(duplicates.get(0))).isEqualTo(new Creation<>("the object", true));
    }

    @Test
    @Tag("RQ-12")
    void duplicates_pauseUpToTheLimit_onceOrBetweenPolls() {
        Duration limit = Duration.ofSeconds(2);
        AtomicLong nanos = new AtomicLong();
        List<Duration> pauses = new ArrayList<>();
        Settings settings = Settings.DEFAULT
                .with(PATIENT.withLimits(limits -> limits.withWaitTime(limit)))
                .with(
                        (atMost, end) -> {
                            pauses.add(atMost);
                            nanos.addAndGet(atMost.toNanos());
                            return false;
                        },
                        nanos::get);
        DataKeys keys = new DataKeys(store, settings);

        keys.createOnce(key, this::find, () -> {
            assertThatThrownBy(() -> keys.createOnce(key, this::find, DataKeysTest::unreached))
                    .isInstanceOf(KeyInFlightException.class);
            assertThat(pauses).containsExactly(limit);
            pauses.clear();
            assertThatThrownBy(() -> new DataKeys(store, settings).createOnce(key, this::find, DataKeysTest::unreached))
                    .isInstanceOf(KeyInFlightException.class);
            return create();
        });

        assertThat(pauses).hasSizeBetween(18, 40);
        assertThat(Duration.ofNanos(nanos.get())).isEqualTo(limit.multipliedBy(2));
    }

    @Test
    @Tag("RQ-12")
    void duplicate_insideAnOuterUnit_doesNotWait() throws Exception {
        DataKeys keys = new DataKeys(store, PATIENT);

        keys.<String, Exception>createOnce(key, this::find, () -> {
            store.join();
            for (DataKeys duplicate : List.of(keys, new DataKeys(store, PATIENT))) {
                assertThatThrownBy(
                                () -> others.run(() -> duplicate.createOnce(key, this::find, DataKeysTest::unreached)))
                        .isInstanceOf(KeyInFlightException.class);
            }
            return create();
        });
    }

    @Test
    void unitThatLosesAConflict_isRunAgainAsAWhole_andTold() {
        DataKeys keys = new DataKeys(store, PATIENT, events::add);
        List<String> runs = new ArrayList<>();
        store.conflict(2);

        Creation<String> creation = keys.createOnce(key, Optional::empty, () -> {
            runs.add("run");
            return "made in run " + runs.size();
        });

        assertThat(creation).isEqualTo(new Creation<>("made in run 3", false));
        assertThat(events)
                .hasSize(2)
                .allSatisfy(event -> assertThat(event)
                        .isInstanceOfSatisfying(
                                IdempotencyEvent.DataConflictRetried.class,
                                retried -> assertThat(retried.key()).isEqualTo(key)));
    }

    @Test
    void unitThatLosesTooManyConflicts_fails() {
        DataKeys keys = new DataKeys(store, PATIENT.withLimits(limits -> limits.withConflictRetries(1)), events::add);
        store.conflict(2);

        assertThatThrownBy(() -> keys.createOnce(key, this::find, this::create))
                .isInstanceOf(LoggedClaimStore.LostConflict.class);

        assertThat(events).hasSize(1);
    }

    /** Creates the object unless it exists, as one statement of a database does. */
    private Optional<String> insert() {
        return objects.putIfAbsent(key, "the object") == null ? Optional.of("the object") : Optional.empty();
    }

    @Test
    void insertedObject_takesNoUnit_andNeitherDoesItsDuplicate() {
        DataKeys keys = new DataKeys(store, PATIENT);

        assertThat(keys.createOnce(key, this::insert, this::find, DataKeysTest::unreached))
                .isEqualTo(new Creation<>("the object", false));
        objects.put(key, "changed since");
        assertThat(keys.createOnce(key, this::insert, this::find, DataKeysTest::unreached))
                .isEqualTo(new Creation<>("changed since", true));

        assertThat(store.calls).isEmpty();
    }

    @Test
    void objectThatCannotBeInserted_isCreatedInAUnit() {
        DataKeys keys = new DataKeys(store, PATIENT);

        assertThat(keys.createOnce(key, Optional::empty, this::find, this::create))
                .isEqualTo(new Creation<>("the object", false));

        assertThat(store.calls).containsExactly("within", "hold");
    }

    @Test
    void insert_losingAConflict_isReportedAndRetriedInAUnit() {
        DataKeys keys = new DataKeys(store, PATIENT, events::add);

        assertThat(keys.createOnce(
                        key,
                        () -> {
                            throw new LoggedClaimStore.LostConflict();
                        },
                        this::find,
                        this::create))
                .isEqualTo(new Creation<>("the object", false));

        assertThat(events)
                .singleElement()
                .isInstanceOfSatisfying(
                        IdempotencyEvent.DataConflictRetried.class,
                        retried -> assertThat(retried.key()).isEqualTo(key));
    }

    @Test
    void insertThatLosesAConflict_inAnOuterUnit_failsThat() {
        DataKeys keys = new DataKeys(store, PATIENT, events::add);
        store.join();

        assertThatThrownBy(() -> keys.<String, RuntimeException>createOnce(
                        key,
                        () -> {
                            throw new LoggedClaimStore.LostConflict();
                        },
                        this::find,
                        DataKeysTest::unreached))
                .isInstanceOf(LoggedClaimStore.LostConflict.class);
    }

    @Test
    void exceptionOfTheInsert_isHandedOn_andTheNextOneInserts() {
        DataKeys keys = new DataKeys(store, PATIENT);
        IOException failure = new IOException("disk full");

        assertThatThrownBy(() -> keys.<String, IOException>createOnce(
                        key,
                        () -> {
                            throw failure;
                        },
                        this::find,
                        DataKeysTest::unreached))
                .isSameAs(failure);

        assertThat(keys.createOnce(key, this::insert, this::find, DataKeysTest::unreached)
                        .existed())
                .isFalse();
    }

    @Test
    @Tag("RQ-12")
    void duplicatesOfAnInsert_waitInMemory() throws Exception {
        DataKeys keys = new DataKeys(store, PATIENT);
        CountDownLatch arrived = new CountDownLatch(1);
        List<Future<Creation<String>>> duplicates = new ArrayList<>();

        keys.<String, Exception>createOnce(
                key,
                () -> {
                    duplicates.add(others.start(() -> {
                        arrived.countDown();
                        return keys.createOnce(
                                key,
                                () -> {
                                    assertThat(find()).as("after the original").isPresent();
                                    return insert();
                                },
                                this::find,
                                DataKeysTest::unreached);
                    }));
                    TestThreads.await(arrived);
                    return insert();
                },
                this::find,
                DataKeysTest::unreached);

        assertThat(TestThreads.result(duplicates.get(0))).isEqualTo(new Creation<>("the object", true));
    }

    @Test
    @Tag("RQ-12")
    void duplicateOfAnInsert_thatMayNotWait_isToldThatItIsInFlight() throws Exception {
        DataKeys keys = new DataKeys(store, IMPATIENT);

        keys.<String, Exception>createOnce(
                key,
                () -> {
                    assertThatThrownBy(() -> others.run(() -> keys.createOnce(
                                    key, DataKeysTest::unreachedInsert, this::find, DataKeysTest::unreached)))
                            .isInstanceOf(KeyInFlightException.class);
                    return insert();
                },
                this::find,
                DataKeysTest::unreached);
    }

    private static Optional<String> unreachedInsert() {
        throw new AssertionError("inserted while the original was in progress");
    }
}
