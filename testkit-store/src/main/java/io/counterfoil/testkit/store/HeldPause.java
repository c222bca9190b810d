package io.counterfoil.testkit.store;

import io.counterfoil.idempotency.Pause;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reports when a thread begins to wait, and holds it until it is released. */
final class HeldPause implements Pause {

    private final CountDownLatch begun;
    private final CountDownLatch over = new CountDownLatch(1);

    /** @param waiting how many are to wait */
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

    /** Comes back when they all wait. */
    void awaitBegun() throws InterruptedException, TimeoutException {
        TestThreads.await(begun);
    }

    /** Lets all go on. */
    void end() {
        over.countDown();
    }
}
