package io.counterfoil.samples.controlplane;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Polls what other processes do, because they notify no test. */
final class Eventually {

    /** A broker may need two minutes to start, and a consumer that waits for its queue some seconds more. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static final Duration BETWEEN = Duration.ofMillis(50);

    private Eventually() {}

    /** The first value that is as it should be. */
    static <T> T value(String what, Supplier<T> look, Predicate<T> wanted) {
        return await(what)
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(BETWEEN)
                .until(look::get, wanted);
    }
}
