package io.counterfoil.springmessaging.internal;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.InvalidCorrelationIdException;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.Optional;
import java.util.function.Function;

/**
 * Shows the correlation ID of a message on the spans of its sending and of its processing, as OpenTelemetry's semantic conventions for messages
 * name it. A text that is no correlation ID is left out, as the processing replaces it.
 *
 * @param correlationId that of a message, as the observation has it; empty for what is no message, and without one
 */
public record Conversations(Function<Object, Optional<String>> correlationId) implements ObservationFilter {

    /** The attribute of a span; no label of a metric. */
    public static final String KEY = "messaging.message.conversation_id";

    @Override
    public Observation.Context map(Observation.Context context) {
        Optional<Object> message = Optional.empty();
        if (context instanceof SenderContext<?> sending) {
            message = Optional.ofNullable(sending.getCarrier());
        } else if (context instanceof ReceiverContext<?> processing) {
            message = Optional.ofNullable(processing.getCarrier());
        }
        message.flatMap(correlationId).flatMap(Conversations::keyValue).ifPresent(context::addHighCardinalityKeyValue);
        return context;
    }

    /** The attribute with this ID; empty where the text is none. */
    public static Optional<KeyValue> keyValue(String id) {
        try {
            return Optional.of(KeyValue.of(KEY, CorrelationId.parse(id).value()));
        } catch (InvalidCorrelationIdException other) {
            return Optional.empty();
        }
    }
}
