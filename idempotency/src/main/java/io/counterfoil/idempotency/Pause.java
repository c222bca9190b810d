package io.counterfoil.idempotency;

import java.time.Duration;

/** How a thread waits. Injected, so that no test has to. */
@FunctionalInterface
public interface Pause {

    /** Sleeps. */
    Pause SLEEP = duration -> Thread.sleep(duration.toMillis(), duration.toNanosPart() % 1_000_000);

    /**
     * Returns after about this long.
     *
     * @throws InterruptedException when the thread was interrupted meanwhile
     */
    void pause(Duration duration) throws InterruptedException;
}
