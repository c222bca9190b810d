package io.counterfoil.messaging;

/** What a consumer hands its deliveries to. Thread-safe. */
@FunctionalInterface
public interface Receiver {

    /**
     * Takes a delivery on: settles it before this returns, or later from a thread of its own. Work may be done in the calling thread,
     * which the consumer's other deliveries wait for; what only waits does not. The consumer calls it under a correlation ID of this
     * processing; see {@link Message#outgoing}.
     *
     * @throws RuntimeException when it could not; the consumer gives the delivery back, unless it is settled
     */
    void receive(Delivery delivery);
}
