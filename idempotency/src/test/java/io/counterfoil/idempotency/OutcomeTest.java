package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.payload;
import static io.counterfoil.idempotency.TestRequests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.InMemoryStore;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What callers, listeners and readers of records are handed. */
class OutcomeTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final KeyedRequest request = request(freshKey(), "contents");

    @Test
    void eachOutcome_isMatchedByItsOwnCase() {
        IdempotencyRecord record =
                new IdempotencyRecord(request.key(), request.fingerprint(), Optional.empty(), NOW, 1, payload("once"));

        assertThat(List.<Outcome<String>>of(
                        new Outcome.Executed<>("once", Outcome.Kept.ANSWER, Outcome.Mode.LEASE),
                        new Outcome.Replayed<>("once", record, false),
                        new Outcome.Unknown<>()))
                .extracting(outcome -> outcome.match(
                        executed -> "executed " + executed.value(),
                        replayed -> "replayed " + replayed.value(),
                        declined -> "declined " + declined))
                .containsExactly("executed once", "replayed once", "declined Unknown[]");
    }

    @Test
    void joinedListeners_areBothTold_inTheirOrder() {
        List<String> told = new ArrayList<>();
        IdempotencyListener both =
                ((IdempotencyListener) event -> told.add("first " + event)).and(event -> told.add("second " + event));

        both.on(new IdempotencyEvent.Purged(3));

        assertThat(told).containsExactly("first Purged[records=3]", "second Purged[records=3]");
    }

    @Test
    void keptAnswer_isReadOffTheRecord() {
        InMemoryStore store = new InMemoryStore(SettableClock.at(NOW));
        Idempotency.on((ClaimStore) store).execute(request, TEXT, execution -> Completion.refuse("no"));

        Payload kept = store.find(request.key()).orElseThrow().payload();

        assertThat(KeptAnswer.of(kept)).isEqualTo(new KeptAnswer(true, Optional.of(payload("no"))));
    }

    @Test
    void resolutions_areTheThree() {
        assertThat(Resolution.happened("once")).isEqualTo(new Resolution.Happened<>(Completion.remember("once")));
        assertThat(Resolution.didNotHappen()).isInstanceOf(Resolution.DidNotHappen.class);
        assertThat(Resolution.undecided()).isInstanceOf(Resolution.Undecided.class);
    }
}
