package io.counterfoil.rabbitmq;

/** Where a consumer's rejected messages go. Thread-safe. */
interface DeadLettering extends AutoCloseable {

    /** Takes it on; it is off its queue only once it is kept elsewhere. Does not block. */
    void take(ReceivedMessage rejected, String reason);

    /** Takes nothing more on. */
    @Override
    void close();
}
