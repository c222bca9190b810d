package io.counterfoil.kafka;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import java.util.concurrent.atomic.AtomicBoolean;

/** One delivery of a record. */
final class KafkaDelivery implements Delivery {

    private final Work work;
    private final Taken taken;
    private final Message message;
    private final boolean redelivered;
    private final AtomicBoolean settled = new AtomicBoolean();

    KafkaDelivery(Work work, Taken taken, Message message, boolean redelivered) {
        this.work = work;
        this.taken = taken;
        this.message = message;
        this.redelivered = redelivered;
    }

    @Override
    public Message message() {
        return message;
    }

    @Override
    public boolean isMaybeRedelivered() {
        return redelivered;
    }

    @Override
    public void accept() {
        if (settled.compareAndSet(false, true)) {
            work.settle(taken);
        }
    }

    @Override
    public void reject(String reason) {
        if (settled.compareAndSet(false, true)) {
            work.reject(taken, reason);
        }
    }

    @Override
    public void giveBack() {
        if (settled.compareAndSet(false, true)) {
            work.deliverLater(taken);
        }
    }

    boolean isSettled() {
        return settled.get();
    }
}
