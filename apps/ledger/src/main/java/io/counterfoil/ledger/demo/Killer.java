package io.counterfoil.ledger.demo;

import io.counterfoil.idempotency.policy.Pause;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Kills and restarts a service repeatedly, each time at a random time after its start. {@link #run} is for one thread;
 * the rest is thread-safe.
 */
final class Killer {

    /** Long enough for a new JVM to execute requests, short enough for many restarts. */
    private static final Duration LONGEST_LIFE = Duration.ofSeconds(2);

    private final Service service;
    private final int wanted;
    private final SplittableRandom random;
    private final Duration longestLife;
    private final AtomicInteger done = new AtomicInteger();

    Killer(Service service, int wanted, long seed) {
        this(service, wanted, seed, LONGEST_LIFE);
    }

    /** @param longestLife the longest time from the service's first response to a kill */
    Killer(Service service, int wanted, long seed, Duration longestLife) {
        this.service = service;
        this.wanted = wanted;
        this.random = new SplittableRandom(seed);
        this.longestLife = longestLife;
    }

    /** For a service that is never killed. */
    static Killer harmless() {
        return new Killer(
                () -> {
                    throw new IllegalStateException("this service must not be killed");
                },
                0,
                0);
    }

    /**
     * Kills the service as often as configured, spread evenly over the transfers; returns when the service answers
     * after the last restart.
     */
    void run(Transfers transfers) throws InterruptedException {
        while (isAtWork()) {
            transfers.await((long) transfers.wanted() * done.get() / wanted);
            Pause.REAL.until(Duration.ofNanos(random.nextLong(longestLife.toNanos())), new CountDownLatch(1));
            service.killAndRestart();
            done.incrementAndGet();
        }
    }

    /** Whether kills remain. */
    boolean isAtWork() {
        return done.get() < wanted;
    }

    /** The number of kills followed by a completed restart. */
    int done() {
        return done.get();
    }

    /** The total number of kills. */
    int wanted() {
        return wanted;
    }

    /** A service that can be killed. */
    @FunctionalInterface
    interface Service {

        /** Kills the service, restarts it, and returns when it answers. */
        void killAndRestart() throws InterruptedException;
    }
}
