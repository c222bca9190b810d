package io.counterfoil.springmessaging.rabbit;

import io.counterfoil.messaging.MessageOrigin;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;

/** Where messages go that a listener has used up its attempts at. Thread-safe. */
interface ListenerDeadLetters {

    /**
     * Publishes a dead letter, and returns once the broker has confirmed it.
     *
     * @throws RuntimeException when it was not confirmed, or no queue got it
     */
    void send(ConnectionFactory connections, Message message, String reason);

    /** Where a message came from, and where it is once it was sent. */
    MessageOrigin origin(Message message);
}
