package io.counterfoil.rabbitmq;

/** How RabbitMQ keeps a durable queue. A queue that exists cannot change its kind. */
public enum QueueKind {
    /** On one node. */
    CLASSIC("classic"),

    /**
     * Replicated by Raft, so that it outlives the loss of a node. From RabbitMQ 4 on, such a queue dead-letters by itself what was
     * delivered 20 times; it goes to the same dead-letter queue, without the header for the reason.
     */
    QUORUM("quorum");

    private final String argument;

    QueueKind(String argument) {
        this.argument = argument;
    }

    String argument() {
        return argument;
    }
}
