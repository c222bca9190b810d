package io.counterfoil.http.client;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import java.net.http.HttpClient;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The threads of asynchronous sends, besides those of the JDK's client.
 *
 * <p>Journals and listeners may block, on each other too, so the default has as many threads as are needed at once; an idle one
 * ends after a minute. The common pool would not do: it has one thread on a machine with two processors, belongs to the
 * application, and the JDK's client delivers each response in it.
 */
record Workers(Executor executor, ScheduledExecutorService timer) {

    /** The chosen ones; where there are none, the HTTP client's executor or shared threads. */
    static Workers of(HttpClient http, @Nullable Executor executor, @Nullable ScheduledExecutorService timer) {
        return new Workers(
                executor != null ? executor : http.executor().orElseGet(() -> Shared.THREADS),
                timer != null ? timer : Shared.TIMER);
    }

    /** Threads of all clients, created with the first client. */
    private static final class Shared {

        static final Executor THREADS = Executors.newCachedThreadPool(DaemonThreads.numbered("counterfoil-client-"));
        static final ScheduledExecutorService TIMER = timer();

        private static ScheduledExecutorService timer() {
            ScheduledThreadPoolExecutor timer =
                    new ScheduledThreadPoolExecutor(1, DaemonThreads.named("counterfoil-client-timer"));
            // A cancelled send is not retained until its time has come.
            timer.setRemoveOnCancelPolicy(true);
            return timer;
        }
    }
}
