package io.counterfoil.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Envelope;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A delivery of one session. Settling it after the session's end does nothing: the broker has taken it back by then, and its number
 * means another delivery on every other channel.
 */
final class RabbitDelivery implements Delivery {

    /** Before a message goes back that had come back before, so that one that nobody takes does not spin. */
    static final Duration PAUSE = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(RabbitConsumer.class);

    private final Session session;
    private final Envelope envelope;
    private final BasicProperties properties;
    private final Message message;
    private final DeadLetters deadLetters;
    private final AtomicBoolean settled = new AtomicBoolean();

    RabbitDelivery(
            Session session, Envelope envelope, BasicProperties properties, Message message, DeadLetters deadLetters) {
        this.session = session;
        this.envelope = envelope;
        this.properties = properties;
        this.message = message;
        this.deadLetters = deadLetters;
    }

    @Override
    public Message message() {
        return message;
    }

    @Override
    public boolean isMaybeRedelivered() {
        return envelope.isRedeliver();
    }

    @Override
    public void accept() {
        if (settled.compareAndSet(false, true)) {
            acknowledge(session, envelope);
        }
    }

    @Override
    public void reject(String reason) {
        if (settled.compareAndSet(false, true)) {
            bury(session, envelope, properties, message.body(), deadLetters, reason);
        }
    }

    @Override
    public void giveBack() {
        if (settled.compareAndSet(false, true)) {
            giveBack(session, envelope, envelope.isRedeliver() ? PAUSE : Duration.ZERO);
        }
    }

    /** Gives it back after a pause, unless it is settled. */
    void giveBackAfterFailure() {
        if (settled.compareAndSet(false, true)) {
            giveBack(session, envelope, PAUSE);
        }
    }

    static void acknowledge(Session session, Envelope envelope) {
        session.use(channel -> channel.basicAck(envelope.getDeliveryTag(), false));
    }

    /** To the dead letters, and only once it is there off the queue. */
    static void bury(
            Session session,
            Envelope envelope,
            BasicProperties properties,
            byte[] body,
            DeadLetters deadLetters,
            String reason) {
        deadLetters.put(envelope.getRoutingKey(), properties, body, reason).whenComplete((fate, never) -> {
            if (fate instanceof Sending.Confirmed) {
                acknowledge(session, envelope);
                return;
            }
            LOG.warn(
                    "A message to {} was rejected ({}), and could not be put into the dead-letter queue: {}",
                    envelope.getRoutingKey(),
                    reason,
                    fate);
            giveBack(session, envelope, PAUSE);
        });
    }

    private static void giveBack(Session session, Envelope envelope, Duration pause) {
        Runnable nack = () -> session.use(channel -> channel.basicNack(envelope.getDeliveryTag(), false, true));
        if (pause.isZero()) {
            nack.run();
            return;
        }
        CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS)
                .execute(nack);
    }
}
