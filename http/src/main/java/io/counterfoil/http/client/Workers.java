package io.counterfoil.http.client;

import java.net.http.HttpClient;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The threads of asynchronous sends, while the JDK's client has the request.
 *
 * <p>Journals and listeners may block, on each other too, so the default is as many threads as are needed, of which an idle one ends
 * after a minute. The common pool would not do: it has one thread on a machine with two processors, belongs to the application, and the JDK's
 * client hands over each response in it.
 */
record Workers(Executor executor, ScheduledExecutorService timer) {

    /** The chosen ones; where there are none, the HTTP client's executor or shared threads. */
    static Workers of(HttpClient http, @Nullable Executor executor, @Nullable ScheduledExecutorService timer) {
        return new Workers(
                executor != null ? executor : http.executor().orElseGet(() -> Shared.THREADS),
                timer != null ? timer : Shared.TIMER);
    }

    /** Threads for all clients, made when the first client is; the timer's only hands over. */
    private static final class Shared {

        static final Executor THREADS = Executors.newCachedThreadPool(daemons("counterfoil-client-"));
        static final ScheduledExecutorService TIMER = timer();

        private static ScheduledExecutorService timer() {
            ScheduledThreadPoolExecutor timer =
                    new ScheduledThreadPoolExecutor(1, daemons("counterfoil-client-timer-"));
            // A cancelled send leaves nothing behind until its time would have come.
            timer.setRemoveOnCancelPolicy(true);
            return timer;
        }

        private static ThreadFactory daemons(String prefix) {
            AtomicLong numbers = new AtomicLong();
            return task -> {
                Thread thread = new Thread(task, prefix + numbers.incrementAndGet());
                thread.setDaemon(true);
                return thread;
            };
        }
    }
}
