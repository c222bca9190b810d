package io.counterfoil.http.client;

import java.net.http.HttpClient;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** What sends that hold no thread go on with. */
record Workers(Executor executor, ScheduledExecutorService timer) {

    static Workers of(HttpClient http) {
        return new Workers(http.executor().orElse(ForkJoinPool.commonPool()), Shared.TIMER);
    }

    /** One thread for all clients, made when the first one is; it only hands over. */
    private static final class Shared {

        static final ScheduledExecutorService TIMER = timer();

        private static ScheduledExecutorService timer() {
            ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
                Thread thread = new Thread(task, "counterfoil-client-timer");
                thread.setDaemon(true);
                return thread;
            });
            // A cancelled send leaves nothing behind until its time would have come.
            timer.setRemoveOnCancelPolicy(true);
            return timer;
        }
    }
}
