package io.counterfoil.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waiting, where no checked exception can be thrown. */
public final class Latches {

    private Latches() {}

    /** Waits until it is open. After an interrupt it continues, and the thread stays interrupted. */
    public static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
