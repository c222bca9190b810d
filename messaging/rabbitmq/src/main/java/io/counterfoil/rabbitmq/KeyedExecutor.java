package io.counterfoil.rabbitmq;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks on a few threads: the tasks of one key one after the other, in order, tasks without a key when a thread is free. Waiting tasks
 * occupy no thread. Thread-safe.
 */
final class KeyedExecutor implements AutoCloseable {

    private static final ThreadFactory THREADS = DaemonThreads.numbered("counterfoil-rabbitmq-receiver-");
    private static final Logger LOG = LoggerFactory.getLogger(KeyedExecutor.class);

    private final ExecutorService threads;
    private final Map<String, Queue<Runnable>> executor = new HashMap<>();

    KeyedExecutor(int threads) {
        this.threads = Executors.newFixedThreadPool(threads, THREADS);
    }

    void run(Optional<String> key, Runnable task) {
        if (key.isEmpty()) {
            submit(task);
            return;
        }
        synchronized (executor) {
            Queue<Runnable> lane = executor.get(key.get());
            if (lane != null) {
                lane.add(task);
                return;
            }
            executor.put(key.get(), new ArrayDeque<>());
        }
        submit(() -> inTurn(key.get(), task));
    }

    private void inTurn(String key, Runnable task) {
        try {
            task.run();
        } finally {
            next(key);
        }
    }

    /** Goes to the end of the threads' queue, so that one busy key does not occupy a thread permanently. */
    private void next(String key) {
        Runnable next;
        synchronized (executor) {
            Queue<Runnable> lane = executor.getOrDefault(key, new ArrayDeque<>());
            next = lane.poll();
            if (next == null) {
                executor.remove(key);
                return;
            }
        }
        submit(() -> inTurn(key, next));
    }

    /** A delivery that comes after the close is not received, and delivered again by the broker. */
    private void submit(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException closed) {
            LOG.debug("a delivery came after the close", closed);
        }
    }

    /** Starts no more tasks, and does not wait: running tasks complete. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
