package io.counterfoil.messaging.inbox;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A delivery that tells how it was settled. */
final class HeldDelivery implements Delivery {

    private final Message message;
    private final boolean redelivered;
    private final List<String> settled = new CopyOnWriteArrayList<>();

    HeldDelivery(Message message, boolean redelivered) {
        this.message = message;
        this.redelivered = redelivered;
    }

    /** Each word that was said, the first of which counts. */
    List<String> settled() {
        return settled;
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
        settled.add("accepted");
    }

    @Override
    public void reject(String reason) {
        settled.add("rejected: " + reason);
    }

    @Override
    public void giveBack() {
        settled.add("given back");
    }
}
