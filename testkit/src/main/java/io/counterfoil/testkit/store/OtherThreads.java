package io.counterfoil.testkit.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Threads beside the test's own; every wait for them has a limit. */
final class OtherThreads implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Begins in another thread. */
    <T> Future<T> start(Callable<T> work) {
        return threads.submit(work);
    }

    /** Does it in another thread, and waits for it. */
    <T> T run(Callable<T> work) throws Exception {
        return result(start(work));
    }

    /**
     * Does all of it at the same time, each in a thread of its own, and waits for all. When one fails, the others may wait for it in vain, so that
     * its failure is thrown at once.
     */
    <T> List<T> together(int count, IntFunction<Callable<T>> work) throws Exception {
        CountDownLatch ready = new CountDownLatch(count);
        CompletionService<T> ended = new ExecutorCompletionService<>(threads);
        List<Future<T>> started = IntStream.range(0, count)
                .mapToObj(i -> ended.submit(() -> {
                    ready.countDown();
                    await(ready);
                    return work.apply(i).call();
                }))
                .toList();
        for (int i = 0; i < count; i++) {
            Future<T> next = ended.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (next == null) {
                throw new TimeoutException("%d of %d did not end within %s".formatted(count - i, count, LIMIT));
            }
            result(next);
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : started) {
            results.add(result(future));
        }
        return results;
    }

    static <T> T result(Future<T> future) throws Exception {
        try {
            return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw failure;
        }
    }

    /** Waits for the latch. */
    static void await(CountDownLatch latch) throws InterruptedException, TimeoutException {
        if (!latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new TimeoutException("nothing came within " + LIMIT);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
