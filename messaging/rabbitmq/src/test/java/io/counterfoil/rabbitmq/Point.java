package io.counterfoil.rabbitmq;

/** Where a controller's process stands still to be killed. */
enum Point {
    /** The effect is written, and not committed. */
    BEFORE_COMMIT,
    /** Effect, record and outcome are committed; the delivery is not acknowledged. */
    BEFORE_ACK,
    /** The outcome is about to be published. */
    BEFORE_PUBLISH,
    /** The broker has confirmed the outcome, and the outbox does not know it yet. */
    AFTER_CONFIRM,
    /** Nowhere: at any instant. */
    NOWHERE
}
