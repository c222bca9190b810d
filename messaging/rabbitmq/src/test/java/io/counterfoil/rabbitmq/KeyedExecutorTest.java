package io.counterfoil.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SG-5")
class KeyedExecutorTest {

    private final KeyedExecutor executor = new KeyedExecutor(1);
    private final CountDownLatch free = new CountDownLatch(1);
    private final BlockingQueue<String> done = new LinkedBlockingQueue<>();

    @AfterEach
    void stop() {
        free.countDown();
        executor.close();
    }

    private void awaitFree() {
        try {
            assertThat(free.await(Broker.LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                    .isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("nobody interrupts", interrupted);
        }
    }

    @Test
    void busyKey_doesNotKeepTheThreadFromOthers() throws Exception {
        executor.run(Optional.of("busy"), this::awaitFree);
        executor.run(Optional.of("busy"), () -> done.add("busy 2"));
        executor.run(Optional.of("busy"), () -> done.add("busy 3"));
        executor.run(Optional.of("other"), () -> done.add("other"));
        executor.run(Optional.empty(), () -> done.add("none"));

        free.countDown();

        for (String next : new String[] {"other", "none", "busy 2", "busy 3"}) {
            assertThat(TestQueue.next(done)).isEqualTo(next);
        }
    }

    @Test
    void taskThatThrows_freesItsKey() throws Exception {
        executor.run(Optional.of("key"), () -> {
            awaitFree();
            throw new IllegalStateException("told by the thread's own handler, on standard error");
        });
        executor.run(Optional.of("key"), () -> done.add("next"));

        free.countDown();

        assertThat(TestQueue.next(done)).isEqualTo("next");
    }

    @Test
    void close_endsTheThreads_andTakesNothingMore() throws Exception {
        BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
        executor.run(Optional.empty(), () -> threads.add(Thread.currentThread()));
        Thread thread = TestQueue.next(threads);

        executor.close();
        executor.run(Optional.of("late"), () -> done.add("late"));

        thread.join(Broker.LIMIT.toMillis());
        assertThat(thread.isAlive()).isFalse();
        assertThat(done).isEmpty();
    }
}
