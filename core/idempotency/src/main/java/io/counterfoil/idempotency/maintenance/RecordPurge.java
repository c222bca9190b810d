package io.counterfoil.idempotency.maintenance;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.store.RecordStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Removes expired records now and then, batch by batch, on a thread of its own. Thread-safe.
 *
 * <p>It rests after each batch, {@value #REST} times as long as the batch took and at most a minute: a store that is busy slows the purge down, and
 * the purge takes a tenth of one connection's time from the traffic, whatever there is to remove.
 */
public final class RecordPurge implements AutoCloseable {

    /** How many times as long as a batch took it rests before the next one. */
    public static final int REST = 9;

    /** A batch that had to wait for something does not hold the next one up for hours. */
    private static final long LONGEST_REST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final RecordStore store;
    private final int batch;
    private final IdempotencyListener listener;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("counterfoil-purge"));
    private final ScheduledFuture<?> rounds;
    private volatile @Nullable RuntimeException failure;

    /**
     * Starts; the first round runs after one interval.
     *
     * @param store whose records
     * @param interval how long to wait between two rounds, positive
     * @param batch how many records one transaction removes at most, at least 1; a round continues until none is left
     * @param listener is notified of every batch, and of failures
     */
    public RecordPurge(RecordStore store, Duration interval, int batch, IdempotencyListener listener) {
        if (interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException("interval must be positive, not " + interval);
        }
        if (batch < 1) {
            throw new IllegalArgumentException("batch must be at least 1, not " + batch);
        }
        this.store = store;
        this.batch = batch;
        this.listener = listener;
        long nanos = interval.toNanos();
        rounds = timer.scheduleWithFixedDelay(this::round, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    private void round() {
        try {
            drain(
                    batch,
                    timer::isShutdown,
                    () -> store.purge(batch),
                    removed -> listener.on(new IdempotencyEvent.Purged(removed)));
            failure = null;
        } catch (InterruptedException closing) {
            // Only close() interrupts this thread, and ends it.
            Thread.currentThread().interrupt();
        } catch (RuntimeException failed) {
            failure = failed;
            // A scheduled task that throws is never run again, and a database may be back in a minute.
            listener.on(new IdempotencyEvent.PurgingFailed(failed));
        }
    }

    /**
     * One round of a purge, of records or of something else: batch by batch until one is not full, with a rest of {@value #REST} times as long,
     * and at most a minute, after each that removed anything.
     *
     * @param batch how many one call removes at most
     * @param ended whether to stop before the next batch
     * @param removal removes one batch, and returns how many it removed
     * @param report is given the number of each batch that removed anything
     * @throws InterruptedException when the thread is interrupted in a rest
     */
    public static void drain(int batch, BooleanSupplier ended, IntSupplier removal, IntConsumer report)
            throws InterruptedException {
        int removed = batch;
        while (removed == batch && !ended.getAsBoolean()) {
            long start = System.nanoTime();
            removed = removal.getAsInt();
            if (removed > 0) {
                report.accept(removed);
                TimeUnit.NANOSECONDS.sleep(Math.min(REST * (System.nanoTime() - start), LONGEST_REST_NANOS));
            }
        }
    }

    /** Why the last round failed; empty where it did not, and before the first one. */
    public Optional<RuntimeException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Ends; a batch in progress is interrupted. */
    @Override
    public void close() {
        rounds.cancel(true);
        timer.shutdownNow();
    }
}
