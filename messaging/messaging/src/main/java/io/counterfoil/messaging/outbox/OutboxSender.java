package io.counterfoil.messaging.outbox;

import java.util.List;

/** Publishes messages. */
@FunctionalInterface
public interface OutboxSender {

    /**
     * Publishes messages, and waits for the broker's confirms.
     *
     * @param messages in their order, at least one
     * @return which messages were confirmed, and which were refused
     */
    SendResult send(List<StoredMessage> messages);
}
