package io.counterfoil.idempotency.concurrent;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/** Makes named threads that do not keep the JVM running. */
public final class DaemonThreads {

    private DaemonThreads() {}

    /**
     * {@return a new thread, which has not started}
     *
     * @param name the thread's name
     * @param task what it runs
     */
    public static Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Makes threads for a pool of one: all have the same name. Thread-safe.
     *
     * @param name the threads' name
     * @return a factory of daemon threads
     */
    public static ThreadFactory named(String name) {
        return task -> thread(name, task);
    }

    /**
     * Makes threads for a pool of several: their names are the prefix and a number, from 1. Thread-safe.
     *
     * @param prefix the beginning of each name
     * @return a factory of daemon threads
     */
    public static ThreadFactory numbered(String prefix) {
        AtomicLong made = new AtomicLong();
        return task -> thread(prefix + made.incrementAndGet(), task);
    }
}
