package io.counterfoil.samples.controlplane;

import io.counterfoil.idempotency.Pause;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Looks at what other processes do, again and again, because they tell nobody. */
final class Eventually {

    /** A broker may need two minutes to start, and whoever waits for its queue some seconds more. */
    private static final Duration PATIENCE = Duration.ofSeconds(150);

    private static final Duration BETWEEN = Duration.ofMillis(50);

    private Eventually() {}

    /** The first value that is as it should be. */
    static <T> T value(String what, Supplier<T> look, Predicate<T> wanted) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        T value = look.get();
        while (!wanted.test(value)) {
            if (System.nanoTime() > end) {
                throw new AssertionError("no " + what + " within " + PATIENCE + ", but " + value);
            }
            pause();
            value = look.get();
        }
        return value;
    }

    private static void pause() {
        try {
            Pause.REAL.until(BETWEEN, new CountDownLatch(1));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
