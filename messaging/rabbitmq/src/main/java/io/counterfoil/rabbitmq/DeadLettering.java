package io.counterfoil.rabbitmq;

/** What a consumer does with rejected messages. Thread-safe. */
interface DeadLettering extends AutoCloseable {

    /** Handles a rejected message, which is acknowledged only once its dead letter is confirmed. Does not block. */
    void take(ReceivedMessage rejected, String reason);

    /** Accepts no more messages. */
    @Override
    void close();
}
