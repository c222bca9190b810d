package io.counterfoil.kafka.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/** Sends records, and reports every failure by the future: Kafka's client throws some failures, and calls back with others. */
public final class ConfirmedSend {

    private ConfirmedSend() {}

    /** Sends a record; the future fails with the failure of the client. */
    public static CompletableFuture<Void> send(
            Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
        CompletableFuture<Void> confirmed = new CompletableFuture<>();
        try {
            Future<RecordMetadata> unused = producer.send(record, (metadata, refused) -> {
                if (refused == null) {
                    confirmed.complete(null);
                } else {
                    confirmed.completeExceptionally(refused);
                }
            });
        } catch (KafkaException | IllegalArgumentException | IllegalStateException refused) {
            confirmed.completeExceptionally(refused);
        }
        return confirmed;
    }
}
