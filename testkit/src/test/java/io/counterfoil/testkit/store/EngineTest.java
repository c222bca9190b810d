package io.counterfoil.testkit.store;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.Completion;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.IdempotencyPolicy;
import io.counterfoil.idempotency.IdempotencyPolicy.OnMismatch;
import io.counterfoil.idempotency.Outcome;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.InMemoryClaimStore;
import io.counterfoil.idempotency.store.KeyedRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The engine's choices and its patience, by a clock that moves only when it pauses. */
@Timeout(60)
class EngineTest {

    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final AtomicLong nanos = new AtomicLong();
    private final List<Duration> pauses = new ArrayList<>();
    private final KeyedRequest request = request(freshKey(), "contents");
    private final Idempotency engine = Idempotency.on(new InMemoryClaimStore(Clock.systemUTC()))
            .with(IdempotencyPolicy.DEFAULT.withWaitLimit(LIMIT))
            .waiting(
                    pause -> {
                        pauses.add(pause);
                        nanos.addAndGet(pause.toNanos());
                    },
                    nanos::get);

    @Test
    @Tag("RQ-11")
    void otherContents_areRefused_orReplayedByChoice() {
        IdempotencyKey key = request.key();
        engine.execute(request, TEXT, lease -> Completion.remember("first"));
        KeyedRequest other = request(key, "other contents");
        Idempotency replaying = engine.with(IdempotencyPolicy.DEFAULT.withOnMismatch(OnMismatch.REPLAY));

        Outcome<String> refused = engine.execute(other, TEXT, lease -> Completion.remember("unreached"));
        Outcome<String> replayed = replaying.execute(other, TEXT, lease -> Completion.remember("unreached"));

        assertThat(refused).isInstanceOf(Outcome.Mismatched.class);
        assertThat(replayed)
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        answer -> assertThat(answer.value()).isEqualTo("first"));
    }

    @Test
    @Tag("RQ-12")
    void duplicate_waitsAsLongAsTheLimit_inPausesThatGrowAndAreBounded() {
        Outcome<String> original = engine.execute(request, TEXT, lease -> {
            Outcome<String> duplicate = engine.execute(request, TEXT, unreached -> Completion.remember("twice"));
            assertThat(duplicate).isInstanceOf(Outcome.InFlight.class);
            return Completion.remember("once");
        });

        assertThat(original).isEqualTo(new Outcome.Executed<>("once", true));
        assertThat(Duration.ofNanos(nanos.get())).isEqualTo(LIMIT);
        assertThat(pauses.get(0)).isLessThanOrEqualTo(Duration.ofMillis(4));
        assertThat(pauses).allMatch(pause -> pause.compareTo(Duration.ofMillis(128)) <= 0);
        assertThat(pauses).hasSizeLessThan(60);
    }

    @Test
    @Tag("RQ-12")
    void interruptedDuplicate_stopsWaiting_andStaysInterrupted() {
        Idempotency interrupted = engine.waiting(
                pause -> {
                    throw new InterruptedException();
                },
                nanos::get);

        engine.execute(request, TEXT, lease -> {
            assertThat(interrupted.execute(request, TEXT, unreached -> Completion.remember("twice")))
                    .isInstanceOf(Outcome.InFlight.class);
            assertThat(Thread.interrupted()).isTrue();
            return Completion.remember("once");
        });
    }
}
