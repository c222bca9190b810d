package io.counterfoil.idempotency.engine;

import io.counterfoil.idempotency.concurrent.Backoff;
import io.counterfoil.idempotency.policy.Pause;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * How long one call may still wait, and its growing pauses. Used by one thread, which holds neither a lock nor a connection while it waits.
 */
public final class WaitBudget {

    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(4), Duration.ofMillis(128));

    private final Pause pause;
    private final LongSupplier nanoTime;
    private final long limit;
    private final long start;

    private int polls;
    private boolean waited;
    private boolean interrupted;

    /** Starts now. */
    public WaitBudget(Pause pause, LongSupplier nanoTime, Duration limit) {
        this.pause = pause;
        this.nanoTime = nanoTime;
        this.limit = limit.toNanos();
        this.start = nanoTime.getAsLong();
    }

    /** Whether the budget is spent, or the thread was interrupted; its interrupt status is set in that case. */
    public boolean isOver() {
        return interrupted || elapsed() >= limit;
    }

    /** Whether the call has waited. */
    public boolean waited() {
        return waited;
    }

    /** Time since the start. */
    public Duration spent() {
        return Duration.ofNanos(elapsed());
    }

    /** Waits before the next poll: half the pause to the whole of it, at random, so that polls do not coincide. */
    public void pause() {
        polls++;
        long longest = PAUSES.after(polls).toNanos();
        await(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1), new CountDownLatch(1));
    }

    /** Waits for the latch, within the budget. */
    public void await(CountDownLatch end) {
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
