package io.counterfoil.testkit.thread;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Threads beside the test's own: one for each task, so that tasks may wait for each other on any machine. The common pool has a single
 * thread where there are two processors. Every wait for a task has a limit of {@link #LIMIT}.
 *
 * <p>{@link #close} interrupts what still runs, and does not wait for it. Thread-safe.
 */
public final class TestThreads implements Executor, AutoCloseable {

    /** How long a test waits for what must happen: long enough for any machine, short enough for a build to end. */
    public static final Duration LIMIT = Duration.ofMinutes(5);

    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Starts a task in another thread, at once. */
    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /** Starts a task in another thread, at once. */
    public <T> Future<T> start(Callable<T> task) {
        return threads.submit(task);
    }

    /** Runs a task in another thread, and waits for its result; throws what it threw. */
    public <T> T run(Callable<T> task) throws Exception {
        return result(start(task));
    }

    /**
     * Runs tasks at the same time, each in a thread of its own, and waits for all. When one fails, the others may wait for it in
     * vain, so its failure is thrown at once.
     *
     * @param count how many
     * @param task the task of each number from zero
     * @return their results, in the order of the numbers
     */
    public <T> List<T> together(int count, IntFunction<Callable<T>> task) throws Exception {
        CountDownLatch ready = new CountDownLatch(count);
        CompletionService<T> ended = new ExecutorCompletionService<>(threads);
        List<Future<T>> started = IntStream.range(0, count)
                .mapToObj(i -> ended.submit(() -> {
                    ready.countDown();
                    await(ready);
                    return task.apply(i).call();
                }))
                .toList();
        for (int i = 0; i < count; i++) {
            Future<T> next = ended.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (next == null) {
                throw new TimeoutException("%d of %d tasks did not end within %s".formatted(count - i, count, LIMIT));
            }
            result(next);
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : started) {
            results.add(result(future));
        }
        return results;
    }

    /**
     * Waits for a task, and throws what it threw.
     *
     * @throws TimeoutException when it has not ended within the {@link #LIMIT}
     */
    public static <T> T result(Future<T> task) throws Exception {
        try {
            return task.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw failure;
        }
    }

    /**
     * Waits for the latch.
     *
     * @throws TimeoutException when it is not open within the {@link #LIMIT}
     */
    public static void await(CountDownLatch latch) throws InterruptedException, TimeoutException {
        if (!latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new TimeoutException("the latch was not opened within " + LIMIT);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
