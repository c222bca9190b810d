package io.counterfoil.springmessaging.rabbit;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.rabbitmq.RabbitTopology;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.connection.RabbitUtils;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

/**
 * Publishes dead letters with their reason, on a channel of their own that confirms, whatever the application's channels do: to the dead-letter
 * exchange that the queue was declared with, or else to that of the topology, whose queue {@code <queue>.dead} is declared where it is missing.
 * Thread-safe.
 */
record ConfirmedDeadLetters(RabbitTopology topology, DeclaredQueues queues) implements ListenerDeadLetters {

    private static final Duration CONFIRM_LIMIT = Duration.ofSeconds(30);
    private static final Logger LOG = LoggerFactory.getLogger(ConfirmedDeadLetters.class);

    @Override
    public void send(ConnectionFactory connections, Message message, String reason) {
        String queue = String.valueOf(message.getMessageProperties().getConsumerQueue());
        BasicProperties letter = SpringMessages.deadLetter(message, reason);
        Optional<Destination> declared = queues.deadLetters(message.getMessageProperties());
        if (declared.isPresent() && hasArrived(connections, declared.get(), letter, message.getBody())) {
            return;
        }
        declare(connections, queue);
        publish(connections, new Destination(topology.deadLetterExchange(), queue), letter, message.getBody());
    }

    @Override
    public MessageOrigin origin(Message message) {
        MessageProperties properties = message.getMessageProperties();
        String queue = String.valueOf(properties.getConsumerQueue());
        String letters =
                queues.deadLetters(properties).flatMap(queues::bound).orElse(RabbitTopology.deadLetterQueue(queue));
        return SpringMessages.origin(message, queue, letters);
    }

    private void declare(ConnectionFactory connections, String queue) {
        try {
            new RabbitTemplate(connections).execute(channel -> {
                topology.declareDeadLetterQueue(channel, queue);
                return queue;
            });
        } catch (AmqpException refused) {
            LOG.debug("The queue of dead letters of {} could not be declared; it may be there", queue, refused);
        }
    }

    private static boolean hasArrived(
            ConnectionFactory connections, Destination to, BasicProperties letter, byte[] body) {
        try {
            publish(connections, to, letter, body);
            return true;
        } catch (AmqpException refused) {
            LOG.debug("A dead letter could not be published to {}", to, refused);
            return false;
        }
    }

    private static void publish(ConnectionFactory connections, Destination to, BasicProperties letter, byte[] body) {
        new RabbitTemplate(connections).execute(channel -> {
            // It confirms from now on, and its next user may not expect that.
            RabbitUtils.setPhysicalCloseRequired(channel, true);
            publish(channel, to, letter, body);
            return to;
        });
    }

    private static void publish(Channel channel, Destination to, BasicProperties letter, byte[] body) throws Exception {
        AtomicBoolean returned = new AtomicBoolean();
        channel.addReturnListener(unroutable -> returned.set(true));
        channel.confirmSelect();
        channel.basicPublish(to.exchange(), to.routingKey(), true, letter, body);
        if (!channel.waitForConfirms(CONFIRM_LIMIT.toMillis())) {
            throw new IOException("the broker did not confirm a dead letter to " + to);
        }
        if (returned.get()) {
            throw new IOException("no queue is bound to " + to);
        }
    }
}
