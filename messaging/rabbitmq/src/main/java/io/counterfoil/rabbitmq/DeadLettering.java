package io.counterfoil.rabbitmq;

import io.counterfoil.messaging.MessageOrigin;
import java.util.Optional;

/** What a consumer does with rejected messages. Thread-safe. */
interface DeadLettering extends AutoCloseable {

    /** Handles a rejected message, which is acknowledged only once its dead letter is confirmed. Does not block. */
    void take(ReceivedMessage rejected, String reason);

    /** Where a message came from, and where it would be as a dead letter; empty where it would not become one. */
    Optional<MessageOrigin> origin(ReceivedMessage received);

    /** Accepts no more messages. */
    @Override
    void close();
}
