package io.counterfoil.rabbitmq;

/** Settles a delivery at the broker, by one of these, once. After the channel's end each does nothing: the broker delivers again. */
public interface RabbitSettlement {

    /** Acknowledges the message. */
    void acknowledge();

    /** Publishes the message as a dead letter with this reason, and acknowledges it once that is confirmed. */
    void reject(String reason);

    /** Returns the message to its queue. */
    void giveBack();
}
