package io.counterfoil.messaging.inbox;

import java.time.Duration;

/** What is to become of a message whose attempt failed. */
public sealed interface RedeliveryDecision {

    /**
     * The message is to be delivered again.
     *
     * @param pause how long from now
     */
    record Again(Duration pause) implements RedeliveryDecision {}

    /**
     * The message has used up its attempts: {@link Redeliveries#giveUp} is to be called.
     *
     * @param reason for the dead letter
     */
    record GiveUp(String reason) implements RedeliveryDecision {}
}
