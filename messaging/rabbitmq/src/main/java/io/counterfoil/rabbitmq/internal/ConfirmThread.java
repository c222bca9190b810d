package io.counterfoil.rabbitmq.internal;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Where publishes complete. The thread on which a confirm arrives is the one that reads the connection: what waited there for a channel, or for a
 * reply of the broker, would wait for itself.
 */
public final class ConfirmThread {

    private ConfirmThread() {}

    /** One thread that ends when it is idle and needs no shutdown, so that a late publish completes too. */
    public static Executor executor() {
        ThreadPoolExecutor confirms = new ThreadPoolExecutor(
                1,
                1,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.named("counterfoil-rabbitmq-confirms"));
        confirms.allowCoreThreadTimeOut(true);
        return confirms;
    }
}
