package io.counterfoil.springmessaging.internal;

import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.inbox.Redeliveries;
import io.counterfoil.messaging.inbox.RedeliveryDecision;

/**
 * An attempt at a message that failed, from the listener to the error handling of its container.
 *
 * @param key the message
 * @param redeliveries where its attempts are counted
 * @param delivery how it was delivered
 * @param kind in which way it failed
 */
public record FailedAttempt(MessageKey key, Redeliveries redeliveries, DeliveredMessage delivery, FailureKind kind) {

    /** What is to become of the message. To be called once for each delivery. */
    public RedeliveryDecision decide(Throwable failure) {
        return switch (kind) {
            case IN_FLIGHT -> redeliveries.inFlight(key);
            case USED_UP -> new RedeliveryDecision.GiveUp(String.valueOf(failure.getMessage()));
            case FAILED ->
                delivery.otherHandling()
                        ? redeliveries.failedUnderOtherHandling(key, failure)
                        : redeliveries.failed(key, failure);
        };
    }

    /** The same attempt, where error handling of the application decides. */
    public FailedAttempt underOtherHandling() {
        return new FailedAttempt(
                key, redeliveries, new DeliveredMessage(delivery.message(), delivery.maybeRedelivered(), true), kind);
    }
}
