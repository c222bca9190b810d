package io.counterfoil.springmessaging.kafka;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of repeated deliveries. Receivers block, so there are as many threads as are needed, of which an idle one ends after a minute. The
 * common pool would not do: it has one thread on a machine with two processors, and belongs to the application.
 */
final class Redeliveries {

    private static final Executor THREADS =
            Executors.newCachedThreadPool(DaemonThreads.numbered("counterfoil-redelivery-"));

    /** Only passes on. */
    private static final ScheduledExecutorService TIMER =
            new ScheduledThreadPoolExecutor(1, DaemonThreads.named("counterfoil-redelivery-timer"));

    private Redeliveries() {}

    /** Runs a task, which may block, after a pause. */
    static void after(long millis, Runnable task) {
        var unused = TIMER.schedule(() -> THREADS.execute(task), millis, TimeUnit.MILLISECONDS);
    }
}
