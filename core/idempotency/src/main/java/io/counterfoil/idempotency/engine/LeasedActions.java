package io.counterfoil.idempotency.engine;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The actions that run under leases, which a process interrupts when it stops.
 *
 * <p>A thread is interrupted only while its action runs: an interrupted thread gets no connection, and could not end its lease. For the same
 * reason an interruption that comes from elsewhere is held back until the lease has been settled. Thread-safe.
 */
public final class LeasedActions {

    private final Set<Running> running = ConcurrentHashMap.newKeySet();

    /** An action of the calling thread, which begins now. */
    public Running begin() {
        Running begun = new Running();
        running.add(begun);
        return begun;
    }

    /**
     * Interrupts the actions that run now, and waits until their leases are settled.
     *
     * @param limit how long to wait at most
     * @return whether all of them were settled; false also when the calling thread was interrupted
     */
    public boolean interrupt(Duration limit) {
        List<Running> interrupted = List.copyOf(running);
        interrupted.forEach(Running::interrupt);
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            for (Running each : interrupted) {
                if (!each.settled.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** One action. Its own thread ends and closes it. */
    public final class Running implements AutoCloseable {

        private final Thread thread = Thread.currentThread();
        private final CountDownLatch settled = new CountDownLatch(1);
        private boolean acting = true;
        private boolean stopped;
        private boolean interruptedElsewhere;

        private Running() {}

        private synchronized void interrupt() {
            if (acting) {
                stopped = true;
                thread.interrupt();
            }
        }

        /** The action is over: its lease is settled next, by a thread that is not interrupted. */
        public synchronized void end() {
            acting = false;
            interruptedElsewhere = Thread.interrupted() && !stopped;
        }

        /** The lease is settled, as far as it could be. */
        @Override
        public void close() {
            running.remove(this);
            settled.countDown();
            if (interruptedElsewhere) {
                thread.interrupt();
            }
        }
    }
}
