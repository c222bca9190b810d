package io.counterfoil.idempotency.concurrent;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/** Makes named threads that do not keep the JVM running. */
public final class DaemonThreads {

    private DaemonThreads() {}

    /** {@return a thread that has not started} */
    public static Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** For a pool of one thread: all that it makes have this name. Thread-safe. */
    public static ThreadFactory named(String name) {
        return task -> thread(name, task);
    }

    /** For a pool of several: the names are the prefix and a number, from 1. Thread-safe. */
    public static ThreadFactory numbered(String prefix) {
        AtomicLong made = new AtomicLong();
        return task -> thread(prefix + made.incrementAndGet(), task);
    }
}
