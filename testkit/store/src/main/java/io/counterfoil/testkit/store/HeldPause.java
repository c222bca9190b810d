package io.counterfoil.testkit.store;

import io.counterfoil.idempotency.policy.Pause;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Signals when threads begin to wait, and holds them until they are released. */
final class HeldPause implements Pause {

    private final CountDownLatch begun;
    private final CountDownLatch over = new CountDownLatch(1);

    /** @param waiting the number of threads */
    HeldPause(int waiting) {
        begun = new CountDownLatch(waiting);
    }

    @Override
    public boolean until(Duration atMost, CountDownLatch end) throws InterruptedException {
        if (over.getCount() > 0) {
            begun.countDown();
            over.await();
        }
        return end.await(Math.min(atMost.toMillis(), 5), TimeUnit.MILLISECONDS);
    }

    /** Returns when all threads wait. */
    void awaitBegun() throws InterruptedException, TimeoutException {
        TestThreads.await(begun);
    }

    /** Releases all threads. */
    void end() {
        over.countDown();
    }
}
