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
 * Runs the tasks of a test, each in its own thread, so that tasks may wait for each other on any machine; the common
 * pool has a single thread on a machine with two processors. Every wait for a task is limited to {@link #LIMIT}.
 *
 * <p>{@link #close} interrupts running tasks and does not wait for them. Thread-safe.
 */
public final class TestThreads implements Executor, AutoCloseable {

    /** The maximum wait for an event that must happen: long enough for a slow machine, short enough for a build. */
    public static final Duration LIMIT = Duration.ofMinutes(5);

    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Starts a task in another thread. */
    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /**
     * Starts a task in another thread.
     *
     * @param <T> the type of the task's result
     * @param task runs at once
     * @return the running task, for {@link #result}
     */
    public <T> Future<T> start(Callable<T> task) {
        return threads.submit(task);
    }

    /**
     * Runs a task in another thread, and waits for its result for at most {@link #LIMIT}.
     *
     * @param <T> the type of the task's result
     * @param task runs at once
     * @return the task's result
     * @throws Exception what the task threw, or a {@link TimeoutException} if it has not ended in time
     */
    public <T> T run(Callable<T> task) throws Exception {
        return result(start(task));
    }

    /**
     * Runs tasks concurrently, each in its own thread, and waits for all. The failure of a task is thrown immediately,
     * because other tasks may be waiting for it.
     *
     * @param <T> the type of the tasks' results
     * @param count the number of tasks
     * @param task the task with this number, from zero
     * @return the results in the order of the numbers
     * @throws Exception what the first task to fail threw, or a {@link TimeoutException} if they have not ended within {@link #LIMIT}
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
                throw new TimeoutException("%s of %s tasks did not end within %s".formatted(count - i, count, LIMIT));
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
     * Waits for a task that was started.
     *
     * @param <T> the type of the task's result
     * @param task one that {@link #start} returned
     * @return the task's result
     * @throws TimeoutException if it has not ended within {@link #LIMIT}
     * @throws Exception what the task threw
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
     * Waits for a latch.
     *
     * @param latch is opened by another thread
     * @throws TimeoutException if it has not opened within {@link #LIMIT}
     * @throws InterruptedException when the thread is interrupted
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
