package io.counterfoil.springmessaging.rabbit;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.rabbitmq.internal.RabbitMessages;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageDeliveryMode;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.rabbit.support.DefaultMessagePropertiesConverter;
import org.springframework.amqp.rabbit.support.MessagePropertiesConverter;

/** Spring AMQP's messages from and to the library's, by the mapping of {@link RabbitMessages}. */
final class SpringMessages {

    private static final String CHARSET = "UTF-8";
    private static final MessagePropertiesConverter CONVERTER = new DefaultMessagePropertiesConverter();

    private SpringMessages() {}

    static io.counterfoil.messaging.Message read(Message received) {
        String topic = received.getMessageProperties().getReceivedRoutingKey();
        return RabbitMessages.message(
                topic == null || topic.isEmpty() ? ReceiverListener.NO_TOPIC : topic,
                amqp(received),
                received.getBody());
    }

    static Message of(io.counterfoil.messaging.Message message) {
        return of(RabbitMessages.properties(message), message.body());
    }

    static Message deadLetter(io.counterfoil.messaging.Message message, Message received, String reason) {
        return of(RabbitMessages.deadLetter(message.topic(), amqp(received), reason), received.getBody());
    }

    /** What a dead letter of this message is published with. */
    static BasicProperties deadLetter(Message received, String reason) {
        String topic = received.getMessageProperties().getReceivedRoutingKey();
        return RabbitMessages.deadLetter(topic == null ? "" : topic, amqp(received), reason);
    }

    /** The origin of a message of this queue. */
    static MessageOrigin origin(Message received, String queue, String deadLetters) {
        return RabbitMessages.origin(queue, deadLetters, amqp(received), received.getBody());
    }

    private static BasicProperties amqp(Message received) {
        return CONVERTER.fromMessageProperties(received.getMessageProperties(), CHARSET);
    }

    private static Message of(BasicProperties amqp, byte[] body) {
        MessageProperties properties = CONVERTER.toMessageProperties(amqp, null, CHARSET);
        // The converter reads it as that of a received message.
        properties.setDeliveryMode(MessageDeliveryMode.PERSISTENT);
        return new Message(body, properties);
    }
}
