package io.counterfoil.messaging;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Extension;

/**
 * The correlation IDs of messages, for adapters of brokers and for stores of outgoing messages.
 *
 * <p>A message carries an extension of the ID of the work that published it, and keeps it over all its deliveries. Each
 * processing of the message, redelivered ones too, runs under an extension of the message's ID, so that the log lines
 * of two processings are distinguishable and are found by the message's ID as a prefix: published in {@code abcd}, the
 * message carries {@code abcd.x7Qp}, and is processed under {@code abcd.x7Qp.Kd3a}.
 */
public final class MessageCorrelation {

    private MessageCorrelation() {}

    /**
     * The message as it is to be sent: with the correlation ID that it has, or else with {@link Correlation#outgoing}. Where that is longer
     * than {@link Message#MAX_NAME_BYTES}, with a fresh one that {@linkplain Correlation#replacing replaces} it.
     */
    public static Message outgoing(Message message) {
        if (message.correlationId().isPresent()) {
            return message;
        }
        CorrelationId id = Correlation.outgoing();
        boolean fits = id.value().length() <= Message.MAX_NAME_BYTES;
        return message.withCorrelationId((fits ? id : Correlation.replacing(id)).value());
    }

    /**
     * The message as it is to be handed to a receiver: with the correlation ID that it came with, where that can be trusted, or else with a
     * fresh one; see {@link Correlation#acceptOrFresh}.
     */
    public static Message incoming(Message message) {
        return message.withCorrelationId(accepted(message).value());
    }

    /**
     * Begins a processing of a message in the calling thread: {@linkplain Correlation#adoptExtended adopts} an extension of the message's ID
     * until the scope is closed. Within a processing of the same message, which has an extension already, that one stays.
     *
     * @param extension sized by how often and after which delays the message may be processed again
     */
    public static Correlation.Scope processing(Message message, Extension extension) {
        return Correlation.adoptExtended(accepted(message), extension);
    }

    private static CorrelationId accepted(Message message) {
        return Correlation.acceptOrFresh(message.correlationId().orElse(null));
    }
}
