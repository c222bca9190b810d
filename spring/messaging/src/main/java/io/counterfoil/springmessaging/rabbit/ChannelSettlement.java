package io.counterfoil.springmessaging.rabbit;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.rabbitmq.RabbitDelivery;
import io.counterfoil.rabbitmq.RabbitSettlement;
import io.counterfoil.rabbitmq.RabbitTopology;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.MessageProperties;

/** Settles a delivery on a container's channel. After the channel's end it does nothing: the broker delivers again. */
final class ChannelSettlement implements RabbitSettlement {

    private static final Logger LOG = LoggerFactory.getLogger(ReceiverListener.class);

    private final Message message;
    private final org.springframework.amqp.core.Message received;
    private final Channel channel;
    private final RabbitTemplatePublisher publisher;
    private final String deadLetterExchange;

    ChannelSettlement(
            Message message,
            org.springframework.amqp.core.Message received,
            Channel channel,
            RabbitTemplatePublisher publisher,
            String deadLetterExchange) {
        this.message = message;
        this.received = received;
        this.channel = channel;
        this.publisher = publisher;
        this.deadLetterExchange = deadLetterExchange;
    }

    @Override
    public void acknowledge() {
        use(tag -> channel.basicAck(tag, false));
    }

    @Override
    public void reject(String reason) {
        MessageProperties properties = received.getMessageProperties();
        String queue = Objects.requireNonNull(properties.getConsumerQueue(), "a container's message has a queue");
        LOG.warn("A message to {} becomes a dead letter: {}", message.topic(), reason);
        publisher
                .send(message, deadLetterExchange, queue, SpringMessages.deadLetter(message, received, reason), true)
                .whenComplete(Correlation.capture().wrapBiConsumer((done, failure) -> {
                    if (failure == null) {
                        acknowledge();
                    } else {
                        LOG.warn(
                                "A message was rejected ({}) and could not be published to the dead-letter queue",
                                reason,
                                failure);
                        RabbitDelivery.afterPause(this::giveBack);
                    }
                }));
    }

    @Override
    public Optional<MessageOrigin> origin() {
        return Optional.ofNullable(received.getMessageProperties().getConsumerQueue())
                .map(queue -> SpringMessages.origin(received, queue, RabbitTopology.deadLetterQueue(queue)));
    }

    @Override
    public void giveBack() {
        use(tag -> channel.basicNack(tag, false, true));
    }

    private interface Use {
        void with(long tag) throws IOException;
    }

    private void use(Use use) {
        try {
            synchronized (channel) {
                use.with(received.getMessageProperties().getDeliveryTag());
            }
        } catch (ShutdownSignalException | IllegalStateException | IOException dead) {
            // Spring's channels throw the second in place of the first.
            LOG.debug("a delivery was settled after its channel was closed", dead);
        }
    }
}
