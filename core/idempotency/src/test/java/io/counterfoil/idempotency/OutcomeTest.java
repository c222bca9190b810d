package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.payload;
import static io.counterfoil.idempotency.TestRequests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.StoredResult;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.IdempotencyRecord;
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
                        new Outcome.Executed<>("once", Outcome.Stored.RESULT, CommitMode.LEASE),
                        new Outcome.Replayed<>("once", record, false),
                        new Outcome.UnknownOutcome<>()))
                .extracting(outcome -> outcome.match(
                        executed -> "executed " + executed.value(),
                        replayed -> "replayed " + replayed.value(),
                        rejected -> "rejected " + rejected))
                .containsExactly("executed once", "replayed once", "rejected UnknownOutcome[]");
    }

    @Test
    void joinedListeners_areBothTold_inTheirOrder() {
        List<String> told = new ArrayList<>();
        IdempotencyListener both =
                ((IdempotencyListener) event -> told.add("first " + event)).and(event -> told.add("second " + event));

        both.on(new IdempotencyEvent.Purged("records", 3));

        assertThat(told)
                .containsExactly("first Purged[rows=records, removed=3]", "second Purged[rows=records, removed=3]");
    }

    @Test
    void storedResult_isReadFromTheRecord() {
        InMemoryStore store = new InMemoryStore(SettableClock.at(NOW));
        Idempotency.on((ClaimStore) store).execute(request, TEXT, execution -> Completion.refuse("no"));

        Payload kept = store.find(request.key()).orElseThrow().payload();

        assertThat(StoredResult.read(kept)).isEqualTo(new StoredResult(true, Optional.of(payload("no"))));
    }

    @Test
    void find_readsTheRecord_andExecutesCountsAndReportsNothing() {
        InMemoryStore store = new InMemoryStore(SettableClock.at(NOW));
        List<IdempotencyEvent> events = new ArrayList<>();
        Idempotency engine = Idempotency.on((ClaimStore) store).with((IdempotencyListener) events::add);

        assertThat(engine.find(request.key())).isEmpty();
        engine.execute(request, TEXT, execution -> Completion.remember("done"));
        events.clear();

        assertThat(engine.find(request.key()))
                .contains(store.find(request.key()).orElseThrow());
        engine.flush();
        assertThat(store.find(request.key()).orElseThrow().requestCount()).isEqualTo(1);
        assertThat(events).isEmpty();
    }

    @Test
    void resolutions_areTheThree() {
        assertThat(Resolution.happened("once")).isEqualTo(new Resolution.Happened<>(Completion.remember("once")));
        assertThat(Resolution.didNotHappen()).isInstanceOf(Resolution.DidNotHappen.class);
        assertThat(Resolution.undecided()).isInstanceOf(Resolution.Undecided.class);
    }
}
