package io.counterfoil.messaging;

/**
 * Where a message was delivered from, and where it is once it has been rejected, in the terms of its broker's adapter. An immutable value.
 *
 * @param broker the adapter, such as {@code rabbitmq}
 * @param source the queue, or the partition and the offset
 * @param deadLetters the queue or the topic of the dead letter
 * @param letter identifies the dead letter there, for the adapter
 */
public record MessageOrigin(String broker, String source, String deadLetters, String letter) {

    /** For people: {@code rabbitmq billing}. */
    @Override
    public String toString() {
        return broker + " " + source;
    }
}
