package io.counterfoil.idempotency.maintenance;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Removes expired rows at intervals, batch by batch, on a thread of its own. Thread-safe.
 *
 * <p>A round removes the rows of each kind, one kind after the other, until a batch is not full; a kind that fails does not prevent the next.
 * After each batch the purge pauses for {@value #REST} times as long as the batch took, at most a minute: a store that is busy slows the purge
 * down, and the purge takes a tenth of one connection's time from the traffic, however much there is to remove. Any number of processes may
 * purge one database; the pauses between rounds are drawn from half the interval to one and a half, so that processes that started together do
 * not purge together.
 */
public final class Purge implements AutoCloseable {

    /** How many times as long as a batch took the purge pauses before the next one. */
    public static final int REST = 9;

    /** The maximum pause, for a batch that had to wait for something. */
    private static final long LONGEST_REST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final List<ExpiredRows> rows;
    private final Duration interval;
    private final int batch;
    private final IdempotencyListener listener;
    private final Thread thread = DaemonThreads.thread("counterfoil-purge", this::rounds);
    private volatile boolean closed;
    private volatile @Nullable RuntimeException failure;

    /**
     * Starts, unless there are no rows to remove; the first round runs after one interval.
     *
     * @param rows what is removed, in this order
     * @param interval the average pause between two rounds, positive
     * @param batch how many rows one transaction removes at most, at least 1
     * @param listener is notified of every batch, and of failures
     * @throws IllegalArgumentException when the interval is not positive, or the batch less than 1
     */
    public Purge(List<ExpiredRows> rows, Duration interval, int batch, IdempotencyListener listener) {
        if (interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException("interval must be positive, not " + interval);
        }
        if (batch < 1) {
            throw new IllegalArgumentException("batch must be at least 1, not " + batch);
        }
        this.rows = List.copyOf(rows);
        this.interval = interval;
        this.batch = batch;
        this.listener = listener;
        if (!this.rows.isEmpty()) {
            thread.start();
        }
    }

    private void rounds() {
        try {
            while (!closed) {
                double pause = interval.toNanos() * ThreadLocalRandom.current().nextDouble(0.5, 1.5);
                TimeUnit.NANOSECONDS.sleep((long) pause);
                round();
            }
        } catch (InterruptedException closing) {
            // Only close() interrupts this thread, and ends it.
            Thread.currentThread().interrupt();
        }
    }

    private void round() throws InterruptedException {
        RuntimeException first = null;
        for (ExpiredRows each : rows) {
            RuntimeException failed = drain(each);
            first = first == null ? failed : first;
        }
        failure = first;
    }

    /** Removes batch after batch until one is not full; returns what prevented that. */
    private @Nullable RuntimeException drain(ExpiredRows each) throws InterruptedException {
        try {
            int removed = batch;
            while (removed >= batch && !closed) {
                long start = System.nanoTime();
                removed = each.remove(batch);
                if (removed > 0) {
                    listener.on(new IdempotencyEvent.Purged(each.name(), removed));
                    TimeUnit.NANOSECONDS.sleep(Math.min(REST * (System.nanoTime() - start), LONGEST_REST_NANOS));
                }
            }
            return null;
        } catch (RuntimeException failed) {
            if (!closed) {
                report(each, failed);
            }
            return failed;
        }
    }

    /** The thread lives on: a database may be back in a minute, and rows grow whatever a listener does. */
    private void report(ExpiredRows each, RuntimeException failed) {
        try {
            listener.on(new IdempotencyEvent.PurgingFailed(each.name(), failed));
        } catch (RuntimeException broken) {
            if (broken != failed) {
                failed.addSuppressed(broken);
            }
        }
    }

    /** {@return why the last round failed; empty where it did not, and before the first one} */
    public Optional<RuntimeException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Ends; a batch in progress is interrupted. A second call does nothing. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
