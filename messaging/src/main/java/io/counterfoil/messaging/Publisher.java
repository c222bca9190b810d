package io.counterfoil.messaging;

import java.util.concurrent.CompletionStage;

/** Hands messages to a broker. Thread-safe. */
@FunctionalInterface
public interface Publisher {

    /**
     * Publishes a message; one without a correlation ID carries {@link Message#outgoing that of the current work}.
     *
     * <p>Messages that one thread publishes one after the other reach the broker in that order while its connection holds.
     *
     * @return completes once the broker has confirmed the message, which is then as durable as the broker; fails with a {@link
     *     PublishException} when it was not confirmed within the publisher's limit: whether it has arrived is unknown then, unless the
     *     exception says that it was {@linkplain PublishException#isReturned() returned}
     */
    CompletionStage<Void> publish(Message message);

    /** A message that a broker has not confirmed. Says which topic, and why. */
    final class PublishException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final boolean returned;

        private PublishException(String message, boolean returned, Throwable cause) {
            super(message, cause);
            this.returned = returned;
        }

        private PublishException(String message, boolean returned) {
            super(message);
            this.returned = returned;
        }

        /** No queue or subscriber would get it, and it was {@linkplain Message#isMandatory() mandatory}: the broker has not kept it. */
        public static PublishException returned(Message message) {
            return new PublishException("no queue is bound to " + message.topic() + ": the message was returned", true);
        }

        /** The broker said no, or nothing: it may have it or not. */
        public static PublishException unconfirmed(Message message, String why) {
            return new PublishException("a message to " + message.topic() + " was not confirmed: " + why, false);
        }

        /** The same, for this reason. */
        public static PublishException unconfirmed(Message message, Throwable cause) {
            return new PublishException(
                    "a message to " + message.topic() + " was not confirmed: " + cause, false, cause);
        }

        /** Whether the broker certainly does not have it, because no queue would get it. */
        public boolean isReturned() {
            return returned;
        }
    }
}
