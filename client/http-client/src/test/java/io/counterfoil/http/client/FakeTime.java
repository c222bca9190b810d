package io.counterfoil.http.client;

import io.counterfoil.http.client.retry.RetryTiming;
import io.counterfoil.idempotency.policy.Pause;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;

/** Time in which a pause takes no time, and is remembered; with a chance that always draws the largest or the smallest. */
public final class FakeTime implements Pause {

    static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    /** An attempt waits in real time, and one that timed out would be a request more than a test counts. */
    static final RetryPolicy PATIENT =
            RetryPolicy.DEFAULT.withBudget(Duration.ofMinutes(10)).withAttemptTimeout(Duration.ofMinutes(5));

    public final SettableClock clock = SettableClock.at(START);
    final List<Duration> pauses = new CopyOnWriteArrayList<>();

    @Override
    public boolean until(Duration atMost, CountDownLatch end) {
        pauses.add(atMost);
        clock.advance(atMost);
        return false;
    }

    /** This time, with the longest pauses that the jitter can draw. */
    public RetryTiming timing() {
        return new RetryTiming(this::nanoTime, this, new Largest());
    }

    /** This time, with a jitter that draws zero. */
    public RetryTiming timingWithoutJitter() {
        return new RetryTiming(this::nanoTime, this, () -> 0);
    }

    private long nanoTime() {
        return Duration.between(START, clock.instant()).toNanos();
    }

    private static final class Largest implements RandomGenerator {
        @Override
        public long nextLong() {
            return Long.MAX_VALUE;
        }

        @Override
        public long nextLong(long bound) {
            return bound - 1;
        }
    }
}
