package io.counterfoil.ledger.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class KillerTest {

    @Test
    void kills_areSpreadOverTheTransfers_howeverLongTheseTake() throws Exception {
        AtomicInteger handed = new AtomicInteger();
        Queue<Integer> kills = new ConcurrentLinkedQueue<>();
        Killer killer = new Killer(() -> kills.add(handed.get()), 4, 7, Duration.ofNanos(1));
        Transfers transfers = new Transfers("run", List.of("ldg_a"), 7, 100, killer::isAtWork);
        try (TestThreads threads = new TestThreads()) {
            Future<Void> run = threads.start(() -> {
                killer.run(transfers);
                return null;
            });
            for (int kill = 1; kill <= 4; kill++) {
                int wanted = kill;
                await().atMost(Duration.ofMinutes(2)).until(() -> killer.done() == wanted);
                for (int i = 0; i < 25; i++) {
                    handed.incrementAndGet();
                    assertThat(transfers.next()).isPresent();
                }
            }
            TestThreads.result(run);
        }

        assertThat(kills).containsExactly(0, 25, 50, 75);
        assertThat(transfers.next()).isEmpty();
    }
}
