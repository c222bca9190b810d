package io.counterfoil.springmessaging.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.kafka.internal.KafkaMessages;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.SenderContext;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Shows the correlation ID that a record is sent with on the observation of its sending. The observation itself has the record as it was handed
 * in, without what interceptors add. Comes after the interceptor that adds the ID. Thread-safe.
 */
public final class ObservedRecords implements ProducerInterceptor<Object, Object> {

    /** The current observation of a thread is the same in every registry of Micrometer. */
    private final ObservationRegistry registry = ObservationRegistry.create();

    /** For Kafka to make. */
    public ObservedRecords() {}

    @Override
    public ProducerRecord<Object, Object> onSend(ProducerRecord<Object, Object> record) {
        Observation current = registry.getCurrentObservation();
        Header id = record.headers().lastHeader(KafkaMessages.CORRELATION_ID);
        if (current != null
                && id != null
                && id.value() != null
                && current.getContext() instanceof SenderContext<?> sending
                && sending.getCarrier() instanceof ProducerRecord<?, ?>) {
            Conversations.keyValue(new String(id.value(), UTF_8)).ifPresent(current::highCardinalityKeyValue);
        }
        return record;
    }

    @Override
    public void configure(Map<String, ?> settings) {
        // It has none.
    }

    @Override
    public void close() {
        // It holds nothing.
    }
}
