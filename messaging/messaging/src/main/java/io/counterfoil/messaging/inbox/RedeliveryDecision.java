package io.counterfoil.messaging.inbox;

import java.time.Duration;

/** What is to become of a message whose attempt failed. */
public sealed interface RedeliveryDecision {

    /** It is to be delivered again; its pause is over in so long. */
    record Again(Duration pause) implements RedeliveryDecision {}

    /** It has used up its attempts: {@link Redeliveries#giveUp} is to be called. */
    record GiveUp(String reason) implements RedeliveryDecision {}
}
