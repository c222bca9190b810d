package io.counterfoil.signals.receiver;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.InvalidEnvelopeException;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the envelopes of a subscription to a listener, such as the alerts and metrics of {@code event.alert.#} and {@code event.metric.#}.
 *
 * <pre>{@code
 * RabbitConsumer.builder(factory).queue("page-events").bind("event.alert.#", "event.metric.#")
 *         .start(EnvelopeReceiver.of(page::show));
 * }</pre>
 *
 * <p>The listener is called on the consumer's thread, in the scopes of the envelope's correlation ID and idempotency key. A delivery is
 * accepted after the listener has returned; when it throws, the message is delivered again. A message that is not a valid envelope is
 * rejected, and logged at WARN with the reason. Delivery is at least once, so a listener may receive one envelope again. Thread-safe if the
 * listener is.
 */
public final class EnvelopeReceiver implements Receiver {

    private static final Logger LOG = LoggerFactory.getLogger(EnvelopeReceiver.class);

    private final Consumer<? super Envelope> listener;

    private EnvelopeReceiver(Consumer<? super Envelope> listener) {
        this.listener = listener;
    }

    /**
     * {@return a receiver for this listener, which gets envelopes of all kinds that the subscription has}
     *
     * @param listener is called once for each delivery, in the consumer's thread; may be called again with the same envelope
     */
    public static EnvelopeReceiver of(Consumer<? super Envelope> listener) {
        return new EnvelopeReceiver(listener);
    }

    @Override
    public void receive(Delivery delivery) {
        Message message = delivery.message();
        Envelope envelope;
        try {
            envelope = Envelope.read(message.body());
        } catch (InvalidEnvelopeException invalid) {
            reject(delivery, invalid);
            return;
        }
        EnvelopeScope scope = EnvelopeScope.open(message, envelope.attempt(), envelope.action());
        try (scope) {
            listener.accept(envelope);
        }
        delivery.accept();
    }

    private static void reject(Delivery delivery, InvalidEnvelopeException invalid) {
        String reason = String.valueOf(invalid.getMessage());
        EnvelopeScope scope = EnvelopeScope.open(delivery.message(), invalid.attempt(), invalid.action());
        try (scope) {
            logDeadLetter(delivery.message(), invalid.attempt(), invalid.action(), reason);
            delivery.reject(reason);
        }
    }

    static void logDeadLetter(
            Message message, Optional<CorrelationId> attempt, Optional<RequestId> action, String reason) {
        LOG.warn(
                "Message dead-lettered [idempotency_key={}] [correlation_id={}] [topic={}] [reason={}]",
                action.map(RequestId::value).orElse("-"),
                attempt.map(CorrelationId::value).orElse("-"),
                oneLine(message.topic()),
                oneLine(reason));
    }

    /** Topics and the messages of exceptions may have any characters. */
    static String oneLine(String text) {
        return text.replaceAll("[\\p{Cc}\\u2028\\u2029]+", " ");
    }
}
