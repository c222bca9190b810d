package io.counterfoil.testkit.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Receiver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A receiver that collects deliveries without settling them. Thread-safe. */
public final class Collected implements Receiver {

    /** The maximum wait for an expected delivery. */
    static final int LIMIT_SECONDS = 120;

    /** The wait for an unexpected delivery. */
    private static final int QUIET_MILLIS = 300;

    private final BlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();

    @Override
    public void receive(Delivery delivery) {
        deliveries.add(delivery);
    }

    /**
     * {@return the next delivery; fails if none arrives within two minutes}
     *
     * @throws InterruptedException when the thread is interrupted
     */
    public Delivery next() throws InterruptedException {
        Delivery delivery = deliveries.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(delivery).as("a delivery within %s s", LIMIT_SECONDS).isNotNull();
        return delivery;
    }

    /**
     * {@return the next delivery; empty if none arrives within the short wait}
     *
     * @throws InterruptedException when the thread is interrupted
     */
    public Optional<Delivery> poll() throws InterruptedException {
        return Optional.ofNullable(deliveries.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS));
    }

    /**
     * {@return the next deliveries in order; fails if one does not arrive within two minutes}
     *
     * @param count how many
     * @throws InterruptedException when the thread is interrupted
     */
    public List<Delivery> next(int count) throws InterruptedException {
        List<Delivery> next = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            next.add(next());
        }
        return next;
    }

    /**
     * Fails if a delivery arrives within the short wait.
     *
     * @throws InterruptedException when the thread is interrupted
     */
    public void assertQuiet() throws InterruptedException {
        Delivery delivery = deliveries.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
        assertThat(delivery).as("an unexpected delivery").isNull();
    }
}
