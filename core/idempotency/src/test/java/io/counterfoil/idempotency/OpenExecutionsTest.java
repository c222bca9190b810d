package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.directory.AgedCount;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.Pause;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the engine counts while actions run, in both modes. */
@Tag("OB-1")
class OpenExecutionsTest {

    private final AtomicLong nanos = new AtomicLong();
    private final InMemoryStore store = new InMemoryStore(SettableClock.at(Instant.parse("2026-01-01T00:00:00Z")));

    private Idempotency engine(boolean leased) {
        return (leased ? Idempotency.builder(store, LeasePolicy.DEFAULT) : Idempotency.builder(store))
                .waiting(Pause.REAL, nanos::get)
                .build();
    }

    private static AgedCount seconds(int count, long age) {
        return new AgedCount(count, Duration.ofSeconds(age));
    }

    private void pass(long seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void runningAction_isCounted_withItsAge(boolean leased) {
        Idempotency engine = engine(leased);

        engine.execute(request(freshKey(), "contents"), TEXT, execution -> {
            pass(7);
            assertThat(engine.executing()).isEqualTo(seconds(1, 7));
            return Completion.remember("done");
        });

        assertThat(engine.executing()).isEqualTo(AgedCount.NONE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void actionsOfCopies_areCountedTogether(boolean leased) {
        Idempotency engine = engine(leased);
        Idempotency copy = engine.with(IdempotencyPolicy.DEFAULT);

        engine.execute(request(freshKey(), "contents"), TEXT, outer -> {
            pass(7);
            assertThat(copy.execute(request(freshKey(), "contents"), TEXT, inner -> {
                        pass(2);
                        assertThat(engine.executing()).isEqualTo(seconds(2, 9));
                        return Completion.remember("inner");
                    }))
                    .isInstanceOf(Outcome.Executed.class);
            return Completion.remember("outer");
        });

        assertThat(engine.executing()).isEqualTo(AgedCount.NONE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void failedAction_isCountedNoMore(boolean leased) {
        Idempotency engine = engine(leased);

        assertThatThrownBy(() -> engine.execute(request(freshKey(), "contents"), TEXT, execution -> {
                    throw new IllegalStateException("no paper");
                }))
                .hasMessage("no paper");

        assertThat(engine.executing()).isEqualTo(AgedCount.NONE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void duplicate_isNoExecution(boolean leased) {
        Idempotency engine = engine(leased);
        KeyedRequest request = request(freshKey(), "contents");
        engine.execute(request, TEXT, execution -> Completion.remember("done"));
        List<AgedCount> seen = new ArrayList<>();

        engine.execute(request, TEXT, execution -> {
            seen.add(engine.executing());
            return Completion.remember("twice");
        });

        assertThat(seen).isEmpty();
        assertThat(engine.executing()).isEqualTo(AgedCount.NONE);
    }
}
