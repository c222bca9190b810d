package io.counterfoil.benchmarks.messaging;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;

/** A delivery whose acceptance is reported; it must be accepted in the end. */
record AcceptedDelivery(Delivery delivery, Runnable accepted) implements Delivery {

    @Override
    public Message message() {
        return delivery.message();
    }

    @Override
    public boolean isMaybeRedelivered() {
        return delivery.isMaybeRedelivered();
    }

    @Override
    public void accept() {
        delivery.accept();
        accepted.run();
    }

    @Override
    public void reject(String reason) {
        throw new IllegalStateException("rejected: " + reason);
    }

    @Override
    public void giveBack() {
        delivery.giveBack();
    }
}
