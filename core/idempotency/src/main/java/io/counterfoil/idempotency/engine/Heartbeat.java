package io.counterfoil.idempotency.engine;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Renews a lease while its work runs, three times per lease duration. A renewal that fails because the store cannot be reached is repeated at the
 * next beat; a lease that another owner has taken over is not renewed any more. Thread-safe.
 */
public final class Heartbeat implements AutoCloseable {

    private static final int BEATS = 3;

    private final LeaseStore store;
    private final Lease lease;
    private final Duration duration;
    private final IdempotencyListener listener;
    private final ScheduledFuture<?> beats;

    private volatile boolean lost;
    private volatile boolean closed;

    public Heartbeat(
            LeaseStore store,
            Lease lease,
            Duration duration,
            IdempotencyListener listener,
            ScheduledExecutorService timer) {
        this.store = store;
        this.lease = lease;
        this.duration = duration;
        this.listener = listener;
        long nanos = duration.toNanos() / BEATS;
        this.beats = timer.scheduleWithFixedDelay(this::beat, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    private void beat() {
        if (lost) {
            return;
        }
        try {
            // A beat that was under way when the work ended finds the lease ended, not lost.
            if (!store.renew(lease, duration) && !closed) {
                lose();
                listener.on(new IdempotencyEvent.RenewalFailed(lease, Optional.empty()));
            }
        } catch (RuntimeException failure) {
            listener.on(new IdempotencyEvent.RenewalFailed(lease, Optional.of(failure)));
        }
    }

    /** Another has the lease. */
    public void lose() {
        lost = true;
    }

    public boolean isLost() {
        return lost;
    }

    @Override
    public void close() {
        closed = true;
        beats.cancel(false);
    }
}
