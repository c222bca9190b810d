package io.counterfoil.rabbitmq;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import java.util.concurrent.atomic.AtomicBoolean;

/** A delivery of one session. Settling it after the session's end does nothing. */
final class RabbitDelivery implements Delivery {

    private final Arrived arrived;
    private final Message message;
    private final DeadLettering deadLettering;
    private final AtomicBoolean settled = new AtomicBoolean();

    RabbitDelivery(Arrived arrived, Message message, DeadLettering deadLettering) {
        this.arrived = arrived;
        this.message = message;
        this.deadLettering = deadLettering;
    }

    @Override
    public Message message() {
        return message;
    }

    @Override
    public boolean isMaybeRedelivered() {
        return arrived.isRedelivered();
    }

    @Override
    public void accept() {
        if (settled.compareAndSet(false, true)) {
            arrived.acknowledge();
        }
    }

    @Override
    public void reject(String reason) {
        if (settled.compareAndSet(false, true)) {
            deadLettering.take(arrived, reason);
        }
    }

    @Override
    public void giveBack() {
        if (settled.compareAndSet(false, true)) {
            if (arrived.isRedelivered()) {
                arrived.giveBackAfterPause();
            } else {
                arrived.giveBack();
            }
        }
    }

    /** Gives it back after a pause, unless it is settled. */
    void giveBackAfterFailure() {
        if (settled.compareAndSet(false, true)) {
            arrived.giveBackAfterPause();
        }
    }
}
