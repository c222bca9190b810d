package io.counterfoil.kafka;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/** Runs tasks one after the other, in the threads of a pool. Thread-safe. */
final class SerialExecutor {

    private final Executor pool;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private boolean running;
    private boolean closed;

    SerialExecutor(Executor pool) {
        this.pool = pool;
    }

    synchronized void execute(Runnable task) {
        if (closed) {
            return;
        }
        waiting.addLast(task);
        if (!running) {
            running = true;
            pool.execute(this::runFirst);
        }
    }

    /** Drops waiting tasks; a running task completes. */
    synchronized void close() {
        closed = true;
        waiting.clear();
    }

    private void runFirst() {
        Runnable task;
        synchronized (this) {
            if (waiting.isEmpty()) {
                running = false;
                return;
            }
            task = waiting.removeFirst();
        }
        try {
            task.run();
        } finally {
            next();
        }
    }

    /** One task a turn, so that a long queue of one lane does not hold up the others. */
    private synchronized void next() {
        if (waiting.isEmpty()) {
            running = false;
        } else {
            pool.execute(this::runFirst);
        }
    }
}
