package io.counterfoil.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Envelope;
import io.counterfoil.messaging.MessageOrigin;
import java.util.Optional;

/**
 * A message as the broker delivered it in a session. After the session's end it cannot be settled: the broker has taken it back by then, and
 * its delivery tag denotes another message on any other channel. Immutable.
 */
final class ReceivedMessage implements RabbitSettlement {

    final BasicProperties properties;
    final byte[] body;
    private final Session session;
    private final Unsettled unsettled;
    private final Envelope envelope;
    private final DeadLettering deadLettering;

    ReceivedMessage(
            Session session,
            Unsettled unsettled,
            Envelope envelope,
            BasicProperties properties,
            byte[] body,
            DeadLettering deadLettering) {
        this.session = session;
        this.unsettled = unsettled;
        this.envelope = envelope;
        this.properties = properties;
        this.body = body;
        this.deadLettering = deadLettering;
    }

    String routingKey() {
        return envelope.getRoutingKey();
    }

    boolean isRedelivered() {
        return envelope.isRedeliver();
    }

    boolean isOver() {
        return session.hasEnded();
    }

    @Override
    public void acknowledge() {
        unsettled.acknowledge(envelope.getDeliveryTag());
    }

    @Override
    public void reject(String reason) {
        deadLettering.take(this, reason);
    }

    @Override
    public Optional<MessageOrigin> origin() {
        return deadLettering.origin(this);
    }

    @Override
    public void giveBack() {
        unsettled.giveBack(envelope.getDeliveryTag());
    }

    void giveBackAfterPause() {
        RabbitDelivery.afterPause(this::giveBack);
    }
}
