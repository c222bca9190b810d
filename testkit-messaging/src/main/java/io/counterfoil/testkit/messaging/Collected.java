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

/** A receiver that settles nothing by itself. Thread-safe. */
public final class Collected implements Receiver {

    /** How long is waited for what must come. */
    static final int LIMIT_SECONDS = 120;

    /** How long is waited for what must not come. */
    private static final int QUIET_MILLIS = 300;

    private final BlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();

    @Override
    public void receive(Delivery delivery) {
        deliveries.add(delivery);
    }

    /** The next delivery; fails when none comes within two minutes. */
    public Delivery next() throws InterruptedException {
        Delivery delivery = deliveries.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(delivery).as("a delivery within %s s", LIMIT_SECONDS).isNotNull();
        return delivery;
    }

    /** The next delivery, when it comes within a moment. */
    public Optional<Delivery> poll() throws InterruptedException {
        return Optional.ofNullable(deliveries.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS));
    }

    /** The next deliveries, in their order. */
    public List<Delivery> next(int count) throws InterruptedException {
        List<Delivery> next = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            next.add(next());
        }
        return next;
    }

    /** Fails when something is delivered within a moment. */
    public void assertQuiet() throws InterruptedException {
        Delivery delivery = deliveries.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
        assertThat(delivery).as("a delivery that should not be").isNull();
    }
}
