package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A failure that is not the work's is not told as the work's; the engine's contract has the work's own. */
@Tag("RQ-13")
class ActionFailedTest {

    private final SettableClock clock = SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    private final LeaseStoreWithFaults store = new LeaseStoreWithFaults(new InMemoryStore(clock));
    private final List<IdempotencyEvent> events = new ArrayList<>();
    private final Idempotency engine =
            Idempotency.on(store, LeasePolicy.DEFAULT).with(events::add);

    @Test
    void storeThatFails_beforeOrAfterTheWork_isNoFailureOfTheWork() {
        for (String step : List.of("lease", "complete")) {
            StoreException failure = new StoreException("gone for lunch");
            store.fail(step, failure);

            assertThatThrownBy(() -> engine.execute(
                            request(freshKey(), "contents"), TEXT, execution -> Completion.remember("done")))
                    .isSameAs(failure);
        }

        assertThat(events).isEmpty();
    }

    /** One whose failure has had an effect, and one whose failure has had none. */
    static List<LeasePolicy> policies() {
        return List.of(LeasePolicy.DEFAULT, LeasePolicy.DEFAULT.withNoEffectOn(Set.of(IllegalStateException.class)));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void failedAction_afterTakeover_isReportedWithItsLostLease(LeasePolicy policy) {
        KeyedRequest request = request(freshKey(), "contents");
        IllegalStateException failure = new IllegalStateException("no stock");
        Idempotency owner = Idempotency.on(store, policy).with(events::add);
        Idempotency heir = Idempotency.on(store, LeasePolicy.DEFAULT.withOnExpiry(OnExpiry.RERUN));

        assertThatThrownBy(() -> owner.execute(request, TEXT, execution -> {
                    assertThat(execution.isTakenOver()).isFalse();
                    clock.advance(LeasePolicy.DEFAULT.duration());
                    assertThat(heir.execute(request, TEXT, taken -> {
                                assertThat(taken.isTakenOver()).isTrue();
                                return Completion.remember("done by another");
                            }))
                            .isInstanceOf(Outcome.Executed.class);
                    throw failure;
                }))
                .isSameAs(failure);

        assertThat(events)
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactlyInAnyOrder("FencedOff", "ActionFailed");
    }

    @ParameterizedTest
    @MethodSource("policies")
    void workThatFails_underItsLease_isToldAlone(LeasePolicy policy) {
        IllegalStateException failure = new IllegalStateException("no stock");
        Idempotency owner = Idempotency.on(store, policy).with(events::add);

        assertThatThrownBy(() -> owner.execute(request(freshKey(), "contents"), TEXT, execution -> {
                    throw failure;
                }))
                .isSameAs(failure);

        assertThat(events).singleElement().isInstanceOf(IdempotencyEvent.ActionFailed.class);
    }
}
