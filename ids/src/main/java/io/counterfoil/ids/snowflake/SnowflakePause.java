package io.counterfoil.ids.snowflake;

import java.util.concurrent.locks.LockSupport;

/** How a {@link Snowflake} lets time pass until its clock has gone on. Implementations are thread-safe. */
@FunctionalInterface
public interface SnowflakePause {

    /**
     * Returns after about this time. Earlier is allowed: the clock is read again, and a caller that finds it still behind pauses
     * again.
     *
     * @param nanos from 1 to 10 million
     * @return how many nanoseconds did pass
     */
    long pause(long nanos);

    /**
     * Parks the thread. While the thread is interrupted it does not park but turns busily, for no longer than it would have been
     * held, and leaves the interrupt as it is.
     */
    static SnowflakePause parking() {
        return nanos -> {
            long start = System.nanoTime();
            LockSupport.parkNanos(nanos);
            Thread.onSpinWait();
            return System.nanoTime() - start;
        };
    }
}
