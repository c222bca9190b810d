package io.counterfoil.kafka.internal;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.MessageOrigin;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Publishes rejected records to dead-letter topics: key, value and headers unchanged, with headers for the reason, the group and the origin
 * ({@link Delivery#REASON}, {@link Delivery#TOPIC}, {@link #GROUP}, {@link #RECORD}).
 *
 * <p>Thread-safe. It reconnects automatically.
 */
public final class KafkaDeadLetters implements AutoCloseable {

    /** The header under which a dead letter carries the consumer group that rejected it. */
    public static final String GROUP = "counterfoil-group";

    /** The name of this broker in a {@link MessageOrigin}. */
    public static final String BROKER = "kafka";

    /** The header under which a dead letter carries where it was: topic, partition and offset, such as {@code orders-3@1042}. */
    public static final String RECORD = "counterfoil-record";

    private final Producer<byte[], byte[]> producer;
    private final Function<String, String> topics;
    private final Duration closeLimit;

    private KafkaDeadLetters(Producer<byte[], byte[]> producer, Function<String, String> topics, Duration closeLimit) {
        this.producer = producer;
        this.topics = topics;
        this.closeLimit = closeLimit;
    }

    /**
     * Dead letters to topics that are there already.
     *
     * @param settings of Kafka's consumer or producer, {@code bootstrap.servers} at least; what a producer does not know is left out
     * @param topics the dead-letter topic of each Kafka topic
     * @param closeLimit how long {@link #close} waits for letters that are on their way
     * @throws IllegalArgumentException when a setting takes away what is promised here
     * @throws org.apache.kafka.common.KafkaException when Kafka's client refuses the settings
     */
    public static KafkaDeadLetters of(
            Map<String, Object> settings, Function<String, String> topics, Duration closeLimit) {
        ByteArraySerializer bytes = new ByteArraySerializer();
        return new KafkaDeadLetters(
                new KafkaProducer<>(ClientSettings.producerBeside(settings), bytes, bytes), topics, closeLimit);
    }

    /**
     * Sends one.
     *
     * @param group the consumer group that rejects it
     * @param reason what is wrong, in words for an operator; {@linkplain Delivery#cutReason cut}
     * @return completes when all replicas in sync have it, in the producer's thread; fails when they have not within {@code
     *     delivery.timeout.ms}
     */
    public CompletionStage<Void> send(ConsumerRecord<byte[], byte[]> record, String group, String reason) {
        ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(
                topics.apply(record.topic()), null, record.timestamp(), record.key(), record.value(), record.headers());
        // The fields of an earlier rejection are replaced.
        set(letter, Delivery.REASON, Delivery.cutReason(reason));
        set(letter, Delivery.TOPIC, KafkaMessages.topic(record));
        set(letter, GROUP, group);
        set(letter, RECORD, place(record));
        return ConfirmedSend.send(producer, letter);
    }

    /** The origin of a record, whose dead letter {@link #send} sends. */
    public MessageOrigin origin(ConsumerRecord<?, ?> record, String group) {
        return new MessageOrigin(
                BROKER, place(record), topics.apply(record.topic()), new LetterId(record.timestamp(), group).text());
    }

    private static String place(ConsumerRecord<?, ?> record) {
        return new RecordPlace(new TopicPartition(record.topic(), record.partition()), record.offset()).text();
    }

    private static void set(ProducerRecord<byte[], byte[]> letter, String name, String value) {
        letter.headers().remove(name);
        KafkaMessages.add(letter.headers(), name, value);
    }

    /** Waits for what is on its way. */
    @Override
    public void close() {
        producer.close(closeLimit);
    }
}
