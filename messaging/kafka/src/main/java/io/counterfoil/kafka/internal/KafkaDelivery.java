package io.counterfoil.kafka.internal;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One delivery of a record, which is settled once: the first call that settles it takes effect. Thread-safe.
 */
public final class KafkaDelivery implements Delivery {

    private final Message message;
    private final boolean maybeRedelivered;
    private final Settlement settlement;
    private final AtomicBoolean settled = new AtomicBoolean();

    /**
     * A delivery of a message, which is delivered with a correlation ID that {@linkplain Message#incoming can be trusted}.
     *
     * @param maybeRedelivered false only where it certainly was not delivered before
     * @param settlement called in the thread that settles the delivery
     */
    public KafkaDelivery(Message message, boolean maybeRedelivered, Settlement settlement) {
        this.message = message.incoming();
        this.maybeRedelivered = maybeRedelivered;
        this.settlement = settlement;
    }

    @Override
    public Message message() {
        return message;
    }

    @Override
    public boolean isMaybeRedelivered() {
        return maybeRedelivered;
    }

    @Override
    public void accept() {
        if (settled.compareAndSet(false, true)) {
            settlement.accepted();
        }
    }

    @Override
    public void reject(String reason) {
        if (settled.compareAndSet(false, true)) {
            settlement.rejected(reason);
        }
    }

    @Override
    public void giveBack() {
        if (settled.compareAndSet(false, true)) {
            settlement.givenBack();
        }
    }

    /** Whether it was settled. */
    public boolean isSettled() {
        return settled.get();
    }

    /** Settles a record, by one of these methods, once. */
    public interface Settlement {

        /** Its offset may be committed, as soon as all before it may. */
        void accepted();

        /** It goes to the dead letters with this reason, and counts as accepted once it is there. */
        void rejected(String reason);

        /** It is to be delivered again. */
        void givenBack();
    }
}
