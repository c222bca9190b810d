package io.counterfoil.messaging.inbox;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many messages share a transaction at most. Halved when a shared transaction was undone as a whole, because several that write the same rows
 * in another order lose conflicts that single messages do not have; and grows again with each attempt that ends well. Thread-safe.
 */
final class BatchSize {

    private final int max;
    private final AtomicInteger current;

    BatchSize(int max) {
        this.max = max;
        this.current = new AtomicInteger(max);
    }

    int current() {
        return current.get();
    }

    void undone() {
        current.updateAndGet(size -> Math.max(1, size / 2));
    }

    void committed() {
        if (current.get() < max) {
            current.updateAndGet(size -> Math.min(max, size + 1));
        }
    }
}
