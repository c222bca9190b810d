package io.counterfoil.idempotency.policy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How a thread waits. Injected, so that no test has to. */
@FunctionalInterface
public interface Pause {

    /** Waits in real time. */
    Pause REAL = (atMost, end) -> end.await(atMost.toNanos(), TimeUnit.NANOSECONDS);

    /**
     * Waits for the latch to open, at most about this long.
     *
     * @param atMost how long to wait at most; not at all where it is zero or negative
     * @param end opens when there is no more reason to wait
     * @return whether it has opened; false when the time is over
     * @throws InterruptedException when the thread was interrupted meanwhile
     */
    boolean until(Duration atMost, CountDownLatch end) throws InterruptedException;
}
