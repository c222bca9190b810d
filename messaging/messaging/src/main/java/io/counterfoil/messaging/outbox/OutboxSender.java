package io.counterfoil.messaging.outbox;

import java.util.List;

/** Publishes messages. */
@FunctionalInterface
public interface OutboxSender {

    /**
     * Publishes.
     *
     * @param messages in their order, at least one
     */
    SendResult send(List<StoredMessage> messages);
}
