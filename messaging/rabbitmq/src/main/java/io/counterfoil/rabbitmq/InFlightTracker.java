package io.counterfoil.rabbitmq;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Counts running receivers and unconfirmed dead letters of a consumer, so that its close can wait for them. Thread-safe. */
final class InFlightTracker {

    private final Lock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private final ThreadLocal<Boolean> receives = ThreadLocal.withInitial(() -> false);
    private int count;
    private boolean closing;

    /** Runs a receiver, unless the consumer is closing. */
    void receive(Runnable receiver) {
        lock.lock();
        try {
            if (closing) {
                return;
            }
            count++;
        } finally {
            lock.unlock();
        }
        receives.set(true);
        try {
            receiver.run();
        } finally {
            receives.remove();
            end();
        }
    }

    /** Counts a dead letter; allowed while the consumer is closing. */
    void begin() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    /** Ends one that was counted. */
    void end() {
        lock.lock();
        try {
            count--;
            ended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Starts no receiver from now on.
     *
     * @return false when that was so already
     */
    boolean close() {
        lock.lock();
        try {
            boolean first = !closing;
            closing = true;
            return first;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until nothing is in flight, except the receiver that calls this.
     *
     * @return false at the limit, or when the thread was interrupted; it stays interrupted
     */
    boolean awaitNothing(Duration limit) {
        int own = receives.get() ? 1 : 0;
        lock.lock();
        try {
            long nanos = limit.toNanos();
            while (count > own && nanos > 0) {
                nanos = ended.awaitNanos(nanos);
            }
            return count <= own;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }
}
