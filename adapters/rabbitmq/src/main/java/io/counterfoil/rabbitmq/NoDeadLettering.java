package io.counterfoil.rabbitmq;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rejected dead letters: they stay in their queue, and come again after a pause. */
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
    public void close() {
        // Nothing is on its way.
    }
}
