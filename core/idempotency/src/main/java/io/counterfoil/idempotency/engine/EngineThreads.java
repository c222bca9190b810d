package io.counterfoil.idempotency.engine;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The threads that renew leases and write counts, where an engine is not given others: two of them, daemons, started when needed. */
public final class EngineThreads {

    private static final ThreadFactory THREADS = DaemonThreads.numbered("counterfoil-");

    /** The executor of all engines of this class loader; never shut down. */
    public static final ScheduledExecutorService SHARED = shared();

    private EngineThreads() {}

    private static ScheduledExecutorService shared() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(2, task -> {
            Thread thread = THREADS.newThread(task);
            // Not the class loader of the first caller: in a container it would retain a stopped application.
            thread.setContextClassLoader(EngineThreads.class.getClassLoader());
            return thread;
        });
        timer.setKeepAliveTime(30, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }
}
