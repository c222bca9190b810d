package io.counterfoil.springmessaging.rabbit;

import com.rabbitmq.client.Channel;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.rabbitmq.RabbitDelivery;
import io.counterfoil.rabbitmq.RabbitTopology;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareMessageListener;

/**
 * A {@link Receiver}, such as an inbox's, in a listener container of Spring AMQP: each message is unsettled until the receiver settles it, on
 * any thread.
 *
 * <pre>{@code
 * @Bean
 * SimpleMessageListenerContainer controllers(SimpleRabbitListenerContainerFactory factory, ReceiverListeners listeners, Receiver signals) {
 *     SimpleMessageListenerContainer container = factory.createListenerContainer();
 *     container.setQueueNames("controllers");
 *     container.setAcknowledgeMode(AcknowledgeMode.MANUAL);
 *     container.setMessageListener(listeners.listener(signals));
 *     return container;
 * }
 * }</pre>
 *
 * <p>The container must acknowledge manually, or its start fails. Its queue has a queue for dead letters as {@link RabbitTopology} names it:
 * {@link ReceiverListeners#queue} declares both. When the receiver throws, the message is delivered again after half a second. Thread-safe.
 */
final class ReceiverListener implements ChannelAwareMessageListener {

    private final Receiver receiver;
    private final RabbitTemplatePublisher publisher;
    private final RabbitTopology topology;

    ReceiverListener(Receiver receiver, RabbitTemplatePublisher publisher, RabbitTopology topology) {
        this.receiver = receiver;
        this.publisher = publisher;
        this.topology = topology;
    }

    /** @throws IllegalStateException when the container acknowledges automatically: it would do so before the work is done */
    @Override
    public void containerAckMode(AcknowledgeMode mode) {
        if (!mode.isManual()) {
            throw new IllegalStateException(
                    "the container of a receiver needs AcknowledgeMode.MANUAL, not " + mode + ": the receiver settles");
        }
    }

    @Override
    public void onMessage(Message received, @Nullable Channel channel) {
        if (channel == null) {
            throw new IllegalStateException("a container that settles has a channel");
        }
        io.counterfoil.messaging.Message read = SpringMessages.read(received);
        io.counterfoil.messaging.Message message = CurrentMessage.correlationId()
                .map(id -> read.withCorrelationId(id.value()))
                .orElse(read);
        boolean redelivered =
                !Boolean.FALSE.equals(received.getMessageProperties().isRedelivered());
        new RabbitDelivery(
                        message,
                        redelivered,
                        new ChannelSettlement(message, received, channel, publisher, topology.deadLetterExchange()))
                .deliverTo(receiver, topology.queues());
    }

    /** The topic that a message without a routing key appears under: no envelope has it, so that an inbox rejects it with its reason. */
    static final String NO_TOPIC = "-";
}
