package io.counterfoil.rabbitmq;

import io.counterfoil.correlation.Extension;

/** How RabbitMQ keeps a durable queue. A queue that exists cannot change its kind. */
public enum QueueKind {
    /** On one node. */
    CLASSIC("classic"),

    /**
     * Replicated by Raft, so that it outlives the loss of a node. From RabbitMQ 4 on, such a queue dead-letters by itself what was
     * delivered 20 times; it goes to the same dead-letter queue, without the header for the reason.
     */
    QUORUM("quorum");

    /** By their limit of 20 deliveries, and the pause before a redelivered message goes back. */
    private static final Extension OF_QUORUM_QUEUES = Extension.timed(RabbitDelivery.PAUSE, 20);

    private final String argument;

    QueueKind(String argument) {
        this.argument = argument;
    }

    /**
     * The distinction of the processings of a message; a classic queue has no limit of deliveries that the time
     * could be sized by.
     */
    Extension processing() {
        return this == QUORUM ? OF_QUORUM_QUEUES : Extension.DEFAULT;
    }

    String argument() {
        return argument;
    }
}
