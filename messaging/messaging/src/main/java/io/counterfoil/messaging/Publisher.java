package io.counterfoil.messaging;

import java.util.concurrent.CompletionStage;

/** Hands messages to a broker. Thread-safe. */
@FunctionalInterface
public interface Publisher {

    /**
     * Publishes a message; one without a correlation ID carries {@link Message#outgoing that of the current work}.
     *
     * <p>Messages that one thread publishes one after the other reach the broker in that order while its connection holds.
     *
     * @param message what is published
     * @return completes once the broker has confirmed the message, which is then as durable as the broker; fails with a {@link
     *     PublishException} when it was not confirmed within the publisher's limit: whether it has arrived is unknown then, unless the
     *     exception says that it was {@linkplain PublishException#isReturned() returned}
     */
    CompletionStage<Void> publish(Message message);
}
