package io.counterfoil.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("RF-8")
class WaitersTest {

    private static final ReferenceId REFERENCE = new ReferenceId("1");

    private final TestThreads threads = new TestThreads();
    private final Waiters waiters = new Waiters(1);

    @AfterEach
    void endThreads() {
        threads.close();
    }

    private static Operation in(OperationState state) {
        return new Operation(
                Site.ACME,
                "items",
                REFERENCE,
                state,
                "",
                "",
                0,
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                CorrelationId.fresh(),
                CallbackState.NONE);
    }

    private static Waiters.Key key() {
        return new Waiters.Key(Site.ACME, "items", new ReferenceId("1"));
    }

    /** What is read does not show the end, so that only the signal ends the wait. */
    @Test
    void anEndInThisProcess_wakesItsWaiter() throws Exception {
        CountDownLatch looked = new CountDownLatch(1);
        Operation running = in(OperationState.RUNNING);
        Future<Optional<Operation>> waiting = threads.start(() -> waiters.await(key(), Duration.ofDays(1), () -> {
            looked.countDown();
            return Optional.of(running);
        }));
        TestThreads.await(looked);

        waiters.ended(running);

        assertThat(TestThreads.result(waiting)).containsSame(running);
    }

    @Test
    void aWaitThatIsOver_leavesItsPlaceToTheNext() throws Exception {
        waiters.await(key(), Duration.ZERO, () -> Optional.of(in(OperationState.RUNNING)));
        AtomicInteger looks = new AtomicInteger();

        Optional<Operation> found = waiters.await(
                key(),
                TestThreads.LIMIT,
                () -> Optional.of(
                        in(looks.incrementAndGet() == 1 ? OperationState.RUNNING : OperationState.SUCCEEDED)));

        assertThat(found.orElseThrow().hasEnded()).isTrue();
    }
}
