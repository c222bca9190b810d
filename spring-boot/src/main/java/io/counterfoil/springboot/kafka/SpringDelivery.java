package io.counterfoil.springboot.kafka;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import java.util.concurrent.atomic.AtomicBoolean;

/** One delivery of a container's record. */
final class SpringDelivery implements Delivery {

    private final ReceiverListener listener;
    private final Taken taken;
    private final Message message;
    private final boolean redelivered;
    private final AtomicBoolean settled = new AtomicBoolean();

    SpringDelivery(ReceiverListener listener, Taken taken, Message message, boolean redelivered) {
        this.listener = listener;
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
            listener.acknowledge(taken);
        }
    }

    @Override
    public void reject(String reason) {
        if (settled.compareAndSet(false, true)) {
            listener.reject(taken, reason);
        }
    }

    @Override
    public void giveBack() {
        if (settled.compareAndSet(false, true)) {
            taken.later(() -> listener.deliver(taken, true));
        }
    }
}
