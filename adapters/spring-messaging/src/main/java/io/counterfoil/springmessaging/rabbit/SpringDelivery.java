package io.counterfoil.springmessaging.rabbit;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.MessageDeliveryMode;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.core.MessagePropertiesBuilder;

/** A delivery of a container's channel. Settling it after the channel's end does nothing: the broker has taken it back by then. */
final class SpringDelivery implements Delivery {

    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Logger LOG = LoggerFactory.getLogger(ReceiverListener.class);

    /** The thread of pauses, for all deliveries. The common pool may be occupied by the application. */
    private static final ScheduledExecutorService PAUSES = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "counterfoil-rabbitmq-pauses");
        thread.setDaemon(true);
        return thread;
    });

    private final Message message;
    private final org.springframework.amqp.core.Message springs;
    private final Channel channel;
    private final RabbitTemplatePublisher publisher;
    private final String deadLetterExchange;
    private final AtomicBoolean settled = new AtomicBoolean();

    SpringDelivery(
            Message message,
            org.springframework.amqp.core.Message springs,
            Channel channel,
            RabbitTemplatePublisher publisher,
            String deadLetterExchange) {
        this.message = message;
        this.springs = springs;
        this.channel = channel;
        this.publisher = publisher;
        this.deadLetterExchange = deadLetterExchange;
    }

    @Override
    public Message message() {
        return message;
    }

    @Override
    public boolean isMaybeRedelivered() {
        return !Boolean.FALSE.equals(springs.getMessageProperties().isRedelivered());
    }

    @Override
    public void accept() {
        if (settled.compareAndSet(false, true)) {
            use(() -> channel.basicAck(tag(), false));
        }
    }

    @Override
    public void reject(String reason) {
        if (settled.compareAndSet(false, true)) {
            String queue = Objects.requireNonNull(
                    springs.getMessageProperties().getConsumerQueue(), "a container's message has a queue");
            publisher
                    .send(message, deadLetterExchange, queue, dead(reason), true)
                    .whenComplete((done, failure) -> {
                        if (failure == null) {
                            use(() -> channel.basicAck(tag(), false));
                        } else {
                            LOG.warn(
                                    "A message was rejected ({}), and could not be put into the dead-letter queue",
                                    reason,
                                    failure);
                            giveBack(PAUSE);
                        }
                    });
        }
    }

    @SuppressWarnings("NullAway") // No expiration is null, which the getter says and the setter does not.
    private org.springframework.amqp.core.Message dead(String reason) {
        MessageProperties properties = MessagePropertiesBuilder.fromClonedProperties(springs.getMessageProperties())
                .setHeader(REASON, Delivery.cutReason(reason))
                .setHeader(TOPIC, message.topic())
                .setDeliveryMode(MessageDeliveryMode.PERSISTENT)
                .build();
        // It has arrived where it stays until an operator has seen it.
        properties.setExpiration(null);
        return new org.springframework.amqp.core.Message(springs.getBody(), properties);
    }

    @Override
    public void giveBack() {
        if (settled.compareAndSet(false, true)) {
            giveBack(isMaybeRedelivered() ? PAUSE : Duration.ZERO);
        }
    }

    void giveBackAfterFailure() {
        if (settled.compareAndSet(false, true)) {
            giveBack(PAUSE);
        }
    }

    private void giveBack(Duration pause) {
        Runnable nack = () -> use(() -> channel.basicNack(tag(), false, true));
        if (pause.isZero()) {
            nack.run();
            return;
        }
        var unused = PAUSES.schedule(nack, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private long tag() {
        return springs.getMessageProperties().getDeliveryTag();
    }

    private interface Settling {
        void run() throws IOException;
    }

    private void use(Settling settling) {
        try {
            synchronized (channel) {
                settling.run();
            }
        } catch (ShutdownSignalException | IllegalStateException | IOException dead) {
            // The second is the word of Spring's channels for the first.
            LOG.debug("a delivery was settled after its channel's end", dead);
        }
    }
}
