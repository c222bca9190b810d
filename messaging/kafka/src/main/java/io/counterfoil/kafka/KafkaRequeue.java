package io.counterfoil.kafka;

import io.counterfoil.kafka.internal.ClientSettings;
import io.counterfoil.kafka.internal.ConfirmedSend;
import io.counterfoil.kafka.internal.KafkaDeadLetters;
import io.counterfoil.kafka.internal.RecordPlace;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.deadletter.DeadLetterBroker;
import io.counterfoil.messaging.deadletter.DeadLetterException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Requeues dead letters in topics of Kafka: reads one where it is and sends the record, with its key and the headers that it had, to the
 * partition that it came from. All groups of that topic get it, those that have processed it as a duplicate.
 *
 * <p>Kafka removes no single record: a dead letter stays in its topic for the topic's retention, and {@link #discard} changes nothing there.
 *
 * <p>Each call connects, and may take a minute where very many dead letters are younger. Thread-safe.
 */
public final class KafkaRequeue implements DeadLetterBroker {

    private static final Duration CONFIRM_LIMIT = Duration.ofSeconds(30);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);
    private static final List<String> OF_DEAD_LETTERS =
            List.of(Delivery.REASON, Delivery.TOPIC, KafkaDeadLetters.GROUP, KafkaDeadLetters.RECORD);

    private final Map<String, Object> settings;

    private KafkaRequeue(Map<String, Object> settings) {
        this.settings = settings;
    }

    /**
     * {@return dead letters that are published again by clients with these settings}
     *
     * @param settings of Kafka's consumer or producer, {@code bootstrap.servers} at least; what a client does not know is left out
     */
    public static KafkaRequeue of(Map<String, Object> settings) {
        return new KafkaRequeue(new HashMap<>(settings));
    }

    @Override
    public boolean serves(MessageOrigin origin) {
        return origin.broker().equals(KafkaDeadLetters.BROKER);
    }

    @Override
    public boolean requeue(MessageOrigin origin) {
        try {
            Optional<ConsumerRecord<byte[], byte[]>> letter = find(origin);
            letter.ifPresent(found -> send(origin, found));
            return letter.isPresent();
        } catch (KafkaException | IllegalArgumentException failure) {
            throw failed(origin, failure);
        }
    }

    private Optional<ConsumerRecord<byte[], byte[]>> find(MessageOrigin origin) {
        ByteArrayDeserializer bytes = new ByteArrayDeserializer();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(ClientSettings.reader(settings), bytes, bytes)) {
            return new DeadLetterSearch(consumer, origin).find();
        }
    }

    private void send(MessageOrigin origin, ConsumerRecord<byte[], byte[]> letter) {
        ByteArraySerializer bytes = new ByteArraySerializer();
        Producer<byte[], byte[]> producer = new KafkaProducer<>(ClientSettings.producerBeside(settings), bytes, bytes);
        try {
            ConfirmedSend.send(producer, requeued(producer, RecordPlace.of(origin.source()), letter))
                    .get(CONFIRM_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            throw failed(origin, failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw failed(origin, interrupted);
        } finally {
            producer.close(CLOSE_LIMIT);
        }
    }

    /** To its partition, if its topic still has that one. */
    private static ProducerRecord<byte[], byte[]> requeued(
            Producer<byte[], byte[]> producer, RecordPlace place, ConsumerRecord<byte[], byte[]> letter) {
        String topic = place.partition().topic();
        int partition = place.partition().partition();
        boolean there = producer.partitionsFor(topic).stream().anyMatch(info -> info.partition() == partition);
        ProducerRecord<byte[], byte[]> record = there
                ? new ProducerRecord<>(topic, partition, letter.key(), letter.value(), letter.headers())
                : new ProducerRecord<>(topic, null, letter.key(), letter.value(), letter.headers());
        OF_DEAD_LETTERS.forEach(record.headers()::remove);
        return record;
    }

    private static DeadLetterException failed(MessageOrigin origin, Exception failure) {
        return new DeadLetterException("a dead letter of " + origin + " could not be requeued", failure);
    }

    /** Changes nothing at Kafka. */
    @Override
    public boolean discard(MessageOrigin origin) {
        return false;
    }
}
