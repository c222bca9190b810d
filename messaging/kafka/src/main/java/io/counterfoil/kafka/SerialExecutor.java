package io.counterfoil.kafka;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Handles items one after the other, in the threads of a pool, several at once where several wait; no item waits for others to come.
 * Thread-safe.
 */
final class SerialExecutor<T> {

    private final Executor pool;
    private final IntSupplier maxBatch;
    private final Consumer<List<T>> handler;
    private final Deque<T> waiting = new ArrayDeque<>();
    private boolean running;
    private boolean closed;

    /**
     * @param maxBatch how many items are handled at once at most, asked before each time
     * @param handler handles items in their order
     */
    SerialExecutor(Executor pool, IntSupplier maxBatch, Consumer<List<T>> handler) {
        this.pool = pool;
        this.maxBatch = maxBatch;
        this.handler = handler;
    }

    synchronized void add(T item) {
        if (closed) {
            return;
        }
        waiting.addLast(item);
        if (!running) {
            running = true;
            pool.execute(this::handleFirst);
        }
    }

    /** Drops waiting items; those that are handled complete. */
    synchronized void close() {
        closed = true;
        waiting.clear();
    }

    private void handleFirst() {
        List<T> items = new ArrayList<>();
        synchronized (this) {
            int most = maxBatch.getAsInt();
            while (items.size() < most && !waiting.isEmpty()) {
                items.add(waiting.removeFirst());
            }
            if (items.isEmpty()) {
                running = false;
                return;
            }
        }
        try {
            handler.accept(items);
        } finally {
            next();
        }
    }

    /** One batch a turn, so that a long queue of one lane does not hold up the others. */
    private synchronized void next() {
        if (waiting.isEmpty()) {
            running = false;
        } else {
            pool.execute(this::handleFirst);
        }
    }
}
