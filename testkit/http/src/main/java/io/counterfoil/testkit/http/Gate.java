package io.counterfoil.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Blocks a handler until the gate is opened. Every wait is limited. Thread-safe. */
final class Gate {

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    /** Blocks the calling handler. */
    void pass() throws InterruptedException {
        reached.countDown();
        await(open, "the gate was never opened");
    }

    /** Returns when a handler is blocked. */
    void awaitReached() throws InterruptedException {
        await(reached, "no request reached the gate");
    }

    void open() {
        open.countDown();
    }

    private static void await(CountDownLatch latch, String otherwise) throws InterruptedException {
        assertThat(latch.await(5, TimeUnit.MINUTES)).as(otherwise).isTrue();
    }
}
