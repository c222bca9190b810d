package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.KeyedRequest;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Actions that end in a rejection, or in a failure that is no exception. */
@Tag("RQ-8")
class UnexecutedActionTest {

    enum Kind {
        TRANSACTIONAL,
        LEASE
    }

    private final InMemoryStore store = new InMemoryStore(Clock.systemUTC());
    private final List<IdempotencyEvent> events = new ArrayList<>();
    private final KeyedRequest request = request(freshKey(), "contents");

    private Idempotency engine(Kind kind) {
        return (kind == Kind.LEASE ? Idempotency.on(store, LeasePolicy.DEFAULT) : Idempotency.on((ClaimStore) store))
                .with(events::add);
    }

    @ParameterizedTest
    @EnumSource
    void rejection_isNoExecution_andFreesTheKey(Kind kind) {
        Outcome.NotAdmitted<String> rejected = new Outcome.NotAdmitted<>("too old");

        assertThat(engine(kind).execute(request, TEXT, execution -> Completion.reject("too old")))
                .isEqualTo(rejected);

        assertThat(events).containsExactly(new IdempotencyEvent.Rejected(request, rejected));
        assertThat(engine(kind).find(request.key())).isEmpty();
        assertThat(engine(kind).execute(request, TEXT, execution -> Completion.remember("done")))
                .isInstanceOf(Outcome.Executed.class);
    }

    @ParameterizedTest
    @EnumSource
    void failure_isReportedLikeAnException_withItsResult(Kind kind) {
        CommitMode mode = kind == Kind.LEASE ? CommitMode.LEASE : CommitMode.OWN_TRANSACTION;

        assertThat(engine(kind).execute(request, TEXT, execution -> Completion.fail("broken")))
                .isEqualTo(new Outcome.Executed<>("broken", Outcome.Stored.NOTHING, mode));

        assertThat(events).containsExactly(new IdempotencyEvent.ActionFailed(request, mode, Optional.empty()));
    }

    @ParameterizedTest
    @EnumSource
    void requestAfterAFailure_isExecutedOrUnknown(Kind kind) {
        engine(kind).execute(request, TEXT, execution -> Completion.fail("broken"));

        assertThat(engine(kind).execute(request, TEXT, execution -> Completion.remember("done")))
                .isInstanceOf(kind == Kind.LEASE ? Outcome.UnknownOutcome.class : Outcome.Executed.class);
    }
}
