package io.counterfoil.springmessaging;

import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.inbox.Processed;
import io.counterfoil.messaging.inbox.Redeliveries;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import io.counterfoil.springmessaging.internal.DeliveredMessage;
import io.counterfoil.springmessaging.internal.FailedAttempt;
import io.counterfoil.springmessaging.internal.FailureKind;
import java.util.Optional;

/** One attempt at a message in a container that delivers it again after a failure. */
record ContainerAttempt(MessageKey key, DeliveredMessage delivery, Redeliveries redeliveries) {

    /** The inbox's work on a message. */
    @FunctionalInterface
    interface Work {

        /** Runs it. */
        Processed run() throws Throwable;
    }

    /** Waits for the end of the message's pause, and runs the work. A failure reaches the error handling of the container. */
    void run(Work work) throws Throwable {
        try {
            redeliveries.awaitPause(key);
        } catch (InterruptedException stopping) {
            // For the listener or its container to notice; a message that is not begun is delivered again.
            Thread.currentThread().interrupt();
        }
        failsAs(FailureKind.FAILED);
        Optional<String> usedUp = redeliveries.begin(key, delivery.maybeRedelivered());
        if (usedUp.isPresent()) {
            failsAs(FailureKind.USED_UP);
            throw new IllegalStateException(usedUp.get());
        }
        Processed processed = work.run();
        if (processed == Processed.IN_FLIGHT) {
            failsAs(FailureKind.IN_FLIGHT);
            throw new MessageInFlightException("message " + key + " is being processed by another consumer");
        }
        CurrentMessage.succeeded();
        redeliveries.ended(key);
    }

    private void failsAs(FailureKind kind) {
        CurrentMessage.attempting(new FailedAttempt(key, redeliveries, delivery, kind));
    }
}
