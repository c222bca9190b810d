package io.counterfoil.idempotency.engine;

import io.counterfoil.idempotency.directory.AgedCount;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The actions that run in this process, in either mode, for gauges: a store does not show those of transactions. Thread-safe. */
public final class OpenExecutions {

    private final Set<Running> running = ConcurrentHashMap.newKeySet();

    /** An action begins. */
    public Running begin(LongSupplier nanoTime) {
        Running begun = new Running(nanoTime);
        running.add(begun);
        return begun;
    }

    /** How many run, and for how long the oldest has. */
    public AgedCount count() {
        return running.stream().map(Running::counted).reduce(AgedCount.NONE, AgedCount::plus);
    }

    /** One that runs: no two are equal. */
    public final class Running {

        private final LongSupplier nanoTime;
        private final long begun;

        private Running(LongSupplier nanoTime) {
            this.nanoTime = nanoTime;
            this.begun = nanoTime.getAsLong();
        }

        private AgedCount counted() {
            return new AgedCount(1, Duration.ofNanos(Math.max(0, nanoTime.getAsLong() - begun)));
        }

        /** It has ended. */
        public void end() {
            running.remove(this);
        }
    }
}
