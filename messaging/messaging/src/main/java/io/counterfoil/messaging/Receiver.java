package io.counterfoil.messaging;

import java.util.List;

/** What a consumer hands its deliveries to. Thread-safe. */
@FunctionalInterface
public interface Receiver {

    /**
     * Takes a delivery on: settles it before this returns, or later from a thread of its own. Work may be done in the calling thread,
     * which the consumer's other deliveries wait for; what only waits does not. The consumer calls it under a correlation ID of this
     * processing; see {@link Message#outgoing}.
     *
     * @param delivery not settled yet
     * @throws RuntimeException when it could not; the consumer gives the delivery back, unless it is settled
     */
    void receive(Delivery delivery);

    /** {@return how many deliveries it takes at once at most; asked before each delivery} By default 1: the consumer then calls {@link #receive}. */
    default int maxBatch() {
        return 1;
    }

    /**
     * Takes several deliveries on, in order, as {@link #receive} does each of them; by default by calling it. The receiver begins a {@linkplain
     * Message#processing processing} of each message itself.
     *
     * @param deliveries what has come and waits, at least one, at most {@link #maxBatch}
     * @throws RuntimeException when it could not take some of them on; the consumer gives those back that are not settled
     */
    default void receiveAll(List<Delivery> deliveries) {
        deliveries.forEach(this::receive);
    }
}
