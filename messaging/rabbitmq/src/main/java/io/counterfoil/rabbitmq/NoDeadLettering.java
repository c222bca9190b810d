package io.counterfoil.rabbitmq;

import io.counterfoil.messaging.MessageOrigin;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** For rejected dead letters: they stay in their queue, and are delivered again after a pause. */
final class NoDeadLettering implements DeadLettering {

    private static final Logger LOG = LoggerFactory.getLogger(RabbitConsumer.class);

    private final String queue;

    NoDeadLettering(String queue) {
        this.queue = queue;
    }

    @Override
    public void take(ReceivedMessage rejected, String reason) {
        LOG.warn("A dead letter stays in {}: {}", queue, reason);
        rejected.giveBackAfterPause();
    }

    @Override
    public Optional<MessageOrigin> origin(ReceivedMessage received) {
        return Optional.empty();
    }

    @Override
    public void close() {
        // Nothing is pending.
    }
}
