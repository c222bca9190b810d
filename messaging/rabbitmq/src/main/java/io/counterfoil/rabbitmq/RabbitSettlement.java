package io.counterfoil.rabbitmq;

import io.counterfoil.messaging.MessageOrigin;
import java.util.Optional;

/** Settles a delivery at the broker, by one of these, once. After the channel's end each does nothing: the broker delivers again. */
public interface RabbitSettlement {

    /** Acknowledges the message. */
    void acknowledge();

    /**
     * Publishes the message as a dead letter, and acknowledges it once that is confirmed.
     *
     * @param reason why, for operators; the dead letter's header {@link io.counterfoil.messaging.Delivery#REASON}
     */
    void reject(String reason);

    /** Returns the message to its queue. */
    void giveBack();

    /** {@return the queue that it was delivered from, and where it goes when it is rejected; empty where that is unknown} */
    default Optional<MessageOrigin> origin() {
        return Optional.empty();
    }
}
