package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.store.InMemoryStore;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A failure that is not the work's is not told as the work's; the engine's contract has the work's own. */
@Tag("RQ-13")
class ActionFailedTest {

    private final LeaseStoreWithFaults store =
            new LeaseStoreWithFaults(new InMemoryStore(SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"))));
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
}
