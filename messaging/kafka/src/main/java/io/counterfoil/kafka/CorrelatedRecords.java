package io.counterfoil.kafka;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.kafka.internal.KafkaMessages;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Sends {@linkplain Correlation#outgoing an extension of the sending thread's correlation ID} with each record that has none yet, in the header
 * {@code correlation-id}: for producers of the application's own, by Kafka's setting {@code interceptor.classes}. The record that was handed in is
 * not changed. Thread-safe.
 */
public final class CorrelatedRecords implements ProducerInterceptor<Object, Object> {

    /** For Kafka to make. */
    public CorrelatedRecords() {}

    @Override
    public ProducerRecord<Object, Object> onSend(ProducerRecord<Object, Object> record) {
        if (record.headers().lastHeader(KafkaMessages.CORRELATION_ID) != null) {
            return record;
        }
        ProducerRecord<Object, Object> copy = new ProducerRecord<>(
                record.topic(), record.partition(), record.timestamp(), record.key(), record.value(), record.headers());
        KafkaMessages.add(
                copy.headers(),
                KafkaMessages.CORRELATION_ID,
                Correlation.outgoing().value());
        return copy;
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
