package io.counterfoil.ledger.demo;

import io.counterfoil.idempotency.Pause;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Kills a service again and again, each time at a random instant of its life, and has it started again. {@link #run} is for
 * one thread; the rest is thread-safe.
 */
final class Killer {

    /** Long enough for a fresh JVM to get to work, short enough for many lives. */
    private static final Duration LONGEST_LIFE = Duration.ofSeconds(2);

    private final Service service;
    private final int wanted;
    private final SplittableRandom random;
    private final Duration longestLife;
    private final AtomicInteger done = new AtomicInteger();

    Killer(Service service, int wanted, long seed) {
        this(service, wanted, seed, LONGEST_LIFE);
    }

    /** @param longestLife of the service, counted from its first answer */
    Killer(Service service, int wanted, long seed, Duration longestLife) {
        this.service = service;
        this.wanted = wanted;
        this.random = new SplittableRandom(seed);
        this.longestLife = longestLife;
    }

    /** For a service that is left alone. */
    static Killer harmless() {
        return new Killer(
                () -> {
                    throw new IllegalStateException("this service is to be left alone");
                },
                0,
                0);
    }

    /**
     * Kills until it has killed often enough, spread evenly over the transfers that are wanted; returns when the service answers again after
     * the last time.
     */
    void run(Transfers transfers) throws InterruptedException {
        while (isAtWork()) {
            transfers.await((long) transfers.wanted() * done.get() / wanted);
            Pause.REAL.until(Duration.ofNanos(random.nextLong(longestLife.toNanos())), new CountDownLatch(1));
            service.killAndRestart();
            done.incrementAndGet();
        }
    }

    /** Whether there is killing to be done still. */
    boolean isAtWork() {
        return done.get() < wanted;
    }

    /** How many lives were ended so far, and followed by another. */
    int done() {
        return done.get();
    }

    /** How many lives are to be ended. */
    int wanted() {
        return wanted;
    }

    /** What can be killed. */
    @FunctionalInterface
    interface Service {

        /** Ends the service without any warning, and returns when it answers again. */
        void killAndRestart() throws InterruptedException;
    }
}
