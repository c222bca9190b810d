package io.counterfoil.kafka;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;

/** A delivery with something to do before it is accepted. */
record WatchedDelivery(Delivery delivery, Runnable beforeAccept) implements Delivery {

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
        beforeAccept.run();
        delivery.accept();
    }

    @Override
    public void reject(String reason) {
        delivery.reject(reason);
    }

    @Override
    public void giveBack() {
        delivery.giveBack();
    }
}
