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

    private volatile int maxBatch = 1;
    private final BlockingQueue<Integer> batches = new LinkedBlockingQueue<>();
    private final KeyedExecutor<Runnable> executor = new KeyedExecutor<>(1, () -> maxBatch, tasks -> {
        batches.add(tasks.size());
        tasks.forEach(Runnable::run);
    });
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);
    private final BlockingQueue<String> done = new LinkedBlockingQueue<>();

    @AfterEach
    void stop() {
        free.countDown();
        executor.close();
    }

    private void awaitFree() {
        begun.countDown();
        try {
            assertThat(free.await(Broker.LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                    .isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("nobody interrupts", interrupted);
        }
    }

    @Test
    void busyKey_doesNotKeepTheThreadFromOthers() throws Exception {
        executor.add(Optional.of("busy"), this::awaitFree);
        executor.add(Optional.of("busy"), () -> done.add("busy 2"));
        executor.add(Optional.of("busy"), () -> done.add("busy 3"));
        executor.add(Optional.of("other"), () -> done.add("other"));
        executor.add(Optional.empty(), () -> done.add("none"));

        free.countDown();

        for (String next : new String[] {"other", "none", "busy 2", "busy 3"}) {
            assertThat(TestQueue.next(done)).isEqualTo(next);
        }
    }

    @Test
    void itemsThatWait_areHandledTogether_keyAfterKey() throws Exception {
        maxBatch = 4;
        executor.add(Optional.of("busy"), this::awaitFree);
        assertThat(begun.await(Broker.LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        for (String item : new String[] {"a 1", "a 2", "a 3", "b 1"}) {
            executor.add(Optional.of(item.substring(0, 1)), () -> done.add(item));
        }
        executor.add(Optional.empty(), () -> done.add("none"));

        free.countDown();

        for (String next : new String[] {"a 1", "b 1", "none", "a 2", "a 3"}) {
            assertThat(TestQueue.next(done)).isEqualTo(next);
        }
        assertThat(batches).startsWith(1, 4);
    }

    @Test
    void itemThatIsAlone_isHandledAtOnce() throws Exception {
        maxBatch = 4;

        executor.add(Optional.empty(), () -> done.add("one"));

        assertThat(TestQueue.next(done)).isEqualTo("one");
    }

    @Test
    void thread_takesItsShareOfWhatWaits_andLeavesTheOthersTheirs() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        BlockingQueue<Integer> sizes = new LinkedBlockingQueue<>();
        try (KeyedExecutor<String> two = new KeyedExecutor<>(2, () -> 100, items -> {
            sizes.add(items.size());
            both.countDown();
            awaitFree();
        })) {
            two.add(Optional.empty(), "first");
            two.add(Optional.empty(), "second");
            assertThat(both.await(Broker.LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                    .isTrue();
            for (int i = 0; i < 10; i++) {
                two.add(Optional.empty(), "item " + i);
            }
            free.countDown();

            for (int expected : new int[] {1, 1, 5}) {
                assertThat(sizes.poll(Broker.LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void taskThatThrows_freesItsKey() throws Exception {
        executor.add(Optional.of("key"), () -> {
            awaitFree();
            throw new IllegalStateException("told by the thread's own handler, on standard error");
        });
        executor.add(Optional.of("key"), () -> done.add("next"));

        free.countDown();

        assertThat(TestQueue.next(done)).isEqualTo("next");
    }

    @Test
    void close_endsTheThreads_andTakesNothingMore() throws Exception {
        BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
        executor.add(Optional.empty(), () -> threads.add(Thread.currentThread()));
        Thread thread = TestQueue.next(threads);

        executor.close();
        executor.add(Optional.of("late"), () -> done.add("late"));

        thread.join(Broker.LIMIT.toMillis());
        assertThat(thread.isAlive()).isFalse();
        assertThat(done).isEmpty();
    }
}
