package io.counterfoil.testkit.store;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.key;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The steps that are reported for executions of the engine. */
@Timeout(300)
@Tag("RQ-13")
class SteppedStoresTest {

    private final SettableClock clock = SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    private final InMemoryStore store = new InMemoryStore(clock);
    private final ManualScheduler timer = new ManualScheduler();
    private final List<Step> steps = new ArrayList<>();
    private final KeyedRequest request = request(freshKey(), "contents");
    private final SteppedClaimStore claims = new SteppedClaimStore(store, (step, key) -> steps.add(step));
    private final SteppedLeaseStore leases = new SteppedLeaseStore(store, (step, key) -> steps.add(step));

    private Idempotency leasing(OnExpiry onExpiry) {
        return Idempotency.builder(leases, LeasePolicy.DEFAULT.withOnExpiry(onExpiry))
                .timer(timer)
                .build();
    }

    @Test
    void firstExecutions_areTheStepsOfTheirModes() {
        Idempotency.builder(claims)
                .timer(timer)
                .build()
                .execute(request, TEXT, execution -> Completion.remember("once"));
        assertThat(steps).isEqualTo(Step.OF_A_TRANSACTION);
        steps.clear();

        leasing(OnExpiry.UNKNOWN)
                .execute(
                        request(freshKey(), "contents"),
                        TEXT,
                        execution -> Completion.remember(execution.phase("phase", TEXT, () -> "once")));

        assertThat(steps).isEqualTo(Step.OF_A_LEASE);
    }

    @Test
    void allSteps_areReached() {
        firstExecutions_areTheStepsOfTheirModes();
        EnumSet<Step> reached = EnumSet.copyOf(Step.OF_A_LEASE);
        reached.addAll(Step.OF_A_TRANSACTION);
        steps.clear();

        Idempotency.builder(claims)
                .timer(timer)
                .build()
                .execute(request(freshKey(), "contents"), TEXT, execution -> Completion.forget("not now"));
        assertThat(steps)
                .containsExactly(
                        Step.BEFORE_CLAIM,
                        Step.AFTER_CLAIM,
                        Step.BEFORE_RELEASE,
                        Step.AFTER_RELEASE,
                        Step.BEFORE_COMMIT,
                        Step.AFTER_COMMIT);
        claims.find(request.key());
        KeyedRequest dying = request(freshKey(), "contents");
        assertThatThrownBy(() -> leasing(OnExpiry.UNKNOWN).execute(dying, TEXT, execution -> {
                    timer.advance(Duration.ofSeconds(10));
                    throw new IllegalStateException("crashed");
                }))
                .hasMessage("crashed");
        new UnknownOutcomes(leases, IdempotencyPolicy.DEFAULT).didNotHappen(dying.key());
        reached.addAll(steps);

        assertThat(reached).isEqualTo(EnumSet.allOf(Step.class));
    }

    @Test
    void unit_reportsItsCommitForEachKey_once() {
        List<String> reported = new ArrayList<>();
        DataKey data = new DataKey("thing", "parent", freshKey().requestId());
        IdempotencyKey one = key("client", "one", "id");
        IdempotencyKey two = key("client", "two", "id");
        SteppedClaimStore stepped = new SteppedClaimStore(store, new StepListener() {
            @Override
            public void reached(Step step, IdempotencyKey key) {
                reported.add(step + " " + key.operation());
            }

            @Override
            public void reached(Step step, DataKey key) {
                reported.add(step + " " + key.kind());
            }
        });

        stepped.within(unit -> {
            unit.claim(request(one, "contents"));
            unit.hold(data);
            unit.claim(request(two, "contents"));
            unit.claim(request(one, "contents"));
            reported.clear();
            return unit;
        });

        assertThat(reported)
                .containsExactly(
                        "BEFORE_COMMIT one",
                        "BEFORE_COMMIT thing",
                        "BEFORE_COMMIT two",
                        "AFTER_COMMIT one",
                        "AFTER_COMMIT thing",
                        "AFTER_COMMIT two");
    }

    @Test
    void unitInAForeignTransaction_doesNotReportItsCommit() {
        JoiningClaimStore joining = new JoiningClaimStore(store);
        joining.join();

        Idempotency.on(new SteppedClaimStore(joining, (step, key) -> steps.add(step)))
                .execute(request, TEXT, execution -> Completion.remember("once"));

        assertThat(steps).containsExactly(Step.BEFORE_CLAIM, Step.AFTER_CLAIM, Step.BEFORE_RECORD, Step.AFTER_RECORD);
    }

    @Test
    void joiningUnit_addsItsKeysToTheOuterUnit() {
        JoiningClaimStore joining = new JoiningClaimStore(store);
        SteppedClaimStore stepped = new SteppedClaimStore(joining, (step, key) -> steps.add(step));

        stepped.within(outer -> {
            joining.join();
            stepped.within(inner -> inner.claim(request));
            assertThat(steps).containsExactly(Step.BEFORE_CLAIM, Step.AFTER_CLAIM);
            return outer;
        });

        assertThat(steps).containsExactly(Step.BEFORE_CLAIM, Step.AFTER_CLAIM, Step.BEFORE_COMMIT, Step.AFTER_COMMIT);
    }

    @Test
    void onlyMarkedRequests_areReported() {
        SteppedClaimStore stepped =
                new SteppedClaimStore(store, StepListener.of(id -> id.value().startsWith("marked-"), steps::add));
        Idempotency engine = Idempotency.on(stepped);
        DataKeys keys = new DataKeys(stepped, IdempotencyPolicy.DEFAULT);

        engine.execute(request, TEXT, execution -> Completion.remember("once"));
        keys.createOnce(new DataKey("thing", "parent", request.key().requestId()), Optional::empty, () -> "made");
        assertThat(steps).isEmpty();
        KeyedRequest marked = request(key("client", "op", "marked-1"), "contents");
        engine.execute(marked, TEXT, execution -> Completion.remember("once"));
        assertThat(steps).isEqualTo(Step.OF_A_TRANSACTION);
        steps.clear();
        keys.createOnce(new DataKey("thing", "parent", marked.key().requestId()), Optional::empty, () -> "made");

        assertThat(steps).containsExactly(Step.BEFORE_CLAIM, Step.AFTER_CLAIM, Step.BEFORE_COMMIT, Step.AFTER_COMMIT);
    }

    @Test
    void exceptionOfTheListener_isThrownByTheStore() {
        SteppedClaimStore stepped = new SteppedClaimStore(store, new Crash(Step.AFTER_RECORD));

        assertThatThrownBy(() -> stepped.within(unit -> unit.complete(
                        RecordStoreContract.acquired(unit.claim(request)),
                        request,
                        payload("x"),
                        RecordStoreContract.DAY)))
                .isInstanceOf(Crash.ProcessCrashed.class);

        assertThat(store.find(request.key())).isEmpty();
    }
}
