package io.counterfoil.idempotency;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long one call may still wait, and its growing pauses. Used by one thread, which holds nothing while it waits: no
 * lock, no connection.
 */
final class WaitBudget {

    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(128);

    private final Pause pause;
    private final LongSupplier nanoTime;
    private final long limit;
    private final long start;

    private long longest = FIRST_PAUSE_NANOS;
    private boolean waited;
    private boolean interrupted;

    /** Begins now. */
    WaitBudget(Pause pause, LongSupplier nanoTime, Duration limit) {
        this.pause = pause;
        this.nanoTime = nanoTime;
        this.limit = limit.toNanos();
        this.start = nanoTime.getAsLong();
    }

    /** Whether there is no time left, or the thread was interrupted: its flag is set again then. */
    boolean isOver() {
        return interrupted || elapsed() >= limit;
    }

    /** Whether any time was spent waiting. */
    boolean waited() {
        return waited;
    }

    /** Since the beginning. */
    Duration spent() {
        return Duration.ofNanos(elapsed());
    }

    /** Waits a while, before a question is asked again: half the pause to all of it, so that not all ask at once. */
    void pause() {
        long nanos = ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
        longest = Math.min(longest * 2, LONGEST_PAUSE_NANOS);
        await(nanos, new CountDownLatch(1));
    }

    /** Waits for this end, as long as there is time. */
    void await(CountDownLatch end) {
        await(Long.MAX_VALUE, end);
    }

    private void await(long nanos, CountDownLatch end) {
        long left = Math.min(nanos, limit - elapsed());
        if (left <= 0) {
            return;
        }
        waited = true;
        try {
            pause.until(Duration.ofNanos(left), end);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            interrupted = true;
        }
    }

    private long elapsed() {
        return nanoTime.getAsLong() - start;
    }
}
