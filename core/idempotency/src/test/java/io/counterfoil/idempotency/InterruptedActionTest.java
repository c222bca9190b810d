package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.assertReplayed;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.request;
import static io.counterfoil.idempotency.TestRequests.unreached;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.testkit.thread.TestThreads;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Actions under a lease whose thread is interrupted, on a store that, as a pool of connections, serves no interrupted thread. */
@Timeout(300)
@Tag("RQ-13")
class InterruptedActionTest {

    private final InMemoryStore memory = new InMemoryStore(SettableClock.at(Instant.parse("2026-01-01T00:00:00Z")));
    private final Idempotency engine = Idempotency.builder(new Uninterrupted(memory), LeasePolicy.DEFAULT)
            .timer(new ManualScheduler())
            .build();
    private final KeyedRequest request = request(freshKey(), "contents");

    private static final class Uninterrupted extends LeaseStoreWithFaults {

        Uninterrupted(LeaseStore store) {
            super(store);
        }

        private static void check() {
            if (Thread.currentThread().isInterrupted()) {
                throw new StoreException("interrupted", new InterruptedException());
            }
        }

        @Override
        public Settlement complete(Lease lease, Payload payload, Retention retention) {
            check();
            return super.complete(lease, payload, retention);
        }

        @Override
        public boolean abandon(Lease lease) {
            check();
            return super.abandon(lease);
        }
    }

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    @Test
    void interruptedAction_thatCompletes_isRecorded() {
        Outcome<String> outcome = engine.execute(request, TEXT, execution -> {
            Thread.currentThread().interrupt();
            return Completion.remember("done");
        });

        assertThat(outcome).isInstanceOf(Outcome.Executed.class);
        assertThat(Thread.interrupted()).isTrue();
        assertReplayed(engine.execute(request, TEXT, unreached()), "done");
    }

    @Test
    void interruptedAction_thatFails_endsItsLease() {
        IllegalStateException failure = new IllegalStateException("interrupted");

        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    Thread.currentThread().interrupt();
                    throw failure;
                }))
                .isSameAs(failure)
                .hasNoSuppressedExceptions();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(engine.execute(request, TEXT, unreached())).isInstanceOf(Outcome.UnknownOutcome.class);
    }

    private static CountDownLatch blocked() {
        return new CountDownLatch(1);
    }

    @Test
    void interrupt_ofABlockedAction_endsItsLease() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        try (TestThreads threads = new TestThreads()) {
            Future<?> execution = threads.start(() -> engine.execute(request, TEXT, leased -> {
                working.countDown();
                blocked().await();
                return Completion.remember("never");
            }));
            TestThreads.await(working);

            assertThat(engine.interrupt(TestThreads.LIMIT)).isTrue();

            assertThat(execution)
                    .failsWithin(TestThreads.LIMIT)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(InterruptedException.class);
            assertThat(engine.execute(request, TEXT, unreached())).isInstanceOf(Outcome.UnknownOutcome.class);
        }
    }

    @Test
    void interrupt_ofAnActionThatGoesOn_leavesItsLease() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Idempotency other = Idempotency.builder((LeaseStore) memory, LeasePolicy.DEFAULT)
                .policy(IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ZERO)))
                .timer(new ManualScheduler())
                .build();
        try (TestThreads threads = new TestThreads()) {
            Future<Outcome<String>> execution = threads.start(() -> engine.execute(request, TEXT, leased -> {
                working.countDown();
                Uninterruptibles.await(over);
                return Completion.remember("done");
            }));
            TestThreads.await(working);

            assertThat(engine.interrupt(Duration.ofMillis(1))).isFalse();
            assertThat(other.execute(request, TEXT, unreached())).isInstanceOf(Outcome.InProgress.class);

            over.countDown();
            assertThat(TestThreads.result(execution)).isInstanceOf(Outcome.Executed.class);
        }
    }

    /** Waits without regard to interruptions, as a driver's blocking read does. */
    private static final class Uninterruptibles {

        static void await(CountDownLatch latch) {
            boolean interrupted = false;
            while (latch.getCount() > 0) {
                try {
                    latch.await();
                } catch (InterruptedException disregarded) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
