package io.counterfoil.messaging;

import java.util.concurrent.CompletionStage;

/** Hands messages to a broker. Thread-safe. */
@FunctionalInterface
public interface Publisher {

    /**
     * Publishes a message. Messages that one thread publishes one after the other reach the broker in that order while its connection
     * holds.
     *
     * @return completes once the broker has taken the message over, so that it survives what the broker survives; fails with a {@link
     *     PublishException} when it has not within the publisher's time: whether it has arrived is unknown then, save where the exception
     *     says that it was {@linkplain PublishException#isReturned() returned}
     */
    CompletionStage<Void> publish(Message message);
}
