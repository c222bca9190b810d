package io.counterfoil.springmessaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What a listener does whose message fails as often as a test wants, and what it counts. Thread-safe. */
public final class Poisoned {

    /** What it throws. */
    public static final String REASON = "no paper";

    private static final long LIMIT_SECONDS = 300;

    private final AtomicInteger runs = new AtomicInteger();
    private final BlockingQueue<String> processed = new LinkedBlockingQueue<>();
    private volatile int failures = Integer.MAX_VALUE;

    /** Takes a message on: {@code poison} fails, anything else does not. */
    public void receive(String text) {
        if (text.equals("poison") && runs.incrementAndGet() <= failures) {
            throw new IllegalArgumentException(REASON);
        }
        processed.add(text);
    }

    /** Has it succeed after so many failures. */
    public void failTimes(int times) {
        failures = times;
    }

    /** How often poison was run. */
    public int runs() {
        return runs.get();
    }

    /** The next message that was processed. */
    public String next() throws InterruptedException {
        String next = processed.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(next).as("a processed message").isNotNull();
        return next;
    }
}
