package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.assertReplayed;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.request;
import static io.counterfoil.idempotency.TestRequests.unreached;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LimitingClaimStore;
import io.counterfoil.idempotency.store.UnitOfWork;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which store is told of an execution limit, and which one is refused because it could not keep it. */
@Timeout(300)
@Tag("RQ-13")
class LimitedExecutionTest {

    private static final IdempotencyPolicy LIMITED =
            IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withExecutionTime(Duration.ofSeconds(3)));

    private final LoggedClaimStore unlimited = new LoggedClaimStore(new InMemoryStore(Clock.systemUTC()));
    private final LimitingStore limiting = new LimitingStore(new InMemoryStore(Clock.systemUTC()));
    private final KeyedRequest request = request(freshKey(), "contents");

    @Test
    void unitsOfALimitedPolicy_haveItsLimit() {
        Idempotency engine = Idempotency.on(limiting);

        engine.with(LIMITED).execute(request, TEXT, execution -> Completion.remember("once"));
        assertThat(limiting.calls).startsWith("within PT3S", "within");

        limiting.calls.clear();
        assertReplayed(engine.execute(request, TEXT, unreached()), "once");
        assertThat(limiting.calls).doesNotContain("within PT3S");
    }

    @Test
    void unitsThatMakeAnObject_haveTheLimitOfItsPolicy() {
        DataKey key = new DataKey("thing", "parent", freshKey().requestId());

        assertThat(new DataKeys(limiting, LIMITED).createOnce(key, Optional::empty, () -> "the object"))
                .isEqualTo(new Creation<>("the object", false));

        assertThat(limiting.calls).startsWith("within PT3S", "within");
    }

    @Test
    void storeThatCannotKeepALimit_isRefused_beforeAnythingIsExecuted() {
        Idempotency engine = Idempotency.on(unlimited);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> engine.with(LIMITED))
                .withMessageContaining("limits.executionTime needs a LimitingClaimStore")
                .withMessageContaining(LoggedClaimStore.class.getName());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DataKeys(unlimited, LIMITED))
                .withMessageContaining("limits.executionTime needs a LimitingClaimStore");
        engine.with(IdempotencyPolicy.DEFAULT).execute(request, TEXT, execution -> Completion.remember("once"));
        assertThat(unlimited.calls).startsWith("within");
    }

    private static final class LimitingStore extends LoggedClaimStore implements LimitingClaimStore {

        LimitingStore(ClaimStore store) {
            super(store);
        }

        @Override
        public <T, X extends Exception> T within(Duration limit, UnitOfWork<T, X> work) throws X {
            calls.add("within " + limit);
            return within(work);
        }
    }
}
