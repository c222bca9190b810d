package io.counterfoil.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.policy.Pause;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A real-time pause that counts the duplicates that begin to wait. Thread-safe. */
final class Waiters implements Pause {

    private final Semaphore begun = new Semaphore(0);

    @Override
    public boolean until(Duration atMost, CountDownLatch end) throws InterruptedException {
        begun.release();
        return Pause.REAL.until(atMost, end);
    }

    /** Returns when this many further duplicates have begun to wait. */
    void await(int count) throws InterruptedException {
        assertThat(begun.tryAcquire(count, 5, TimeUnit.MINUTES))
                .as("duplicates that wait")
                .isTrue();
    }
}
