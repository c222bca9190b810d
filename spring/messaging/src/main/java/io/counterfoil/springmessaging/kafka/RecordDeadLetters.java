package io.counterfoil.springmessaging.kafka;

import io.counterfoil.kafka.internal.ClientSettings;
import io.counterfoil.kafka.internal.KafkaDeadLetters;
import io.counterfoil.messaging.MessageOrigin;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Dead letters of listeners, whose records were deserialized: the record is read again as it is in its topic, so that the dead letter has its
 * bytes. Connects at the first one. Thread-safe.
 */
final class RecordDeadLetters implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    private final Supplier<Map<String, Object>> settings;
    private final Supplier<@Nullable KafkaDeadLetters> theirs;
    private @Nullable KafkaDeadLetters own;

    /**
     * Dead letters beside consumers with these settings.
     *
     * @param theirs the application's own, where it has any
     */
    RecordDeadLetters(Supplier<Map<String, Object>> settings, Supplier<@Nullable KafkaDeadLetters> theirs) {
        this.settings = settings;
        this.theirs = theirs;
    }

    /**
     * Publishes one, and returns once it is confirmed.
     *
     * @throws IllegalStateException when it was not
     */
    void send(ConsumerRecord<?, ?> record, String group, String reason) {
        try {
            letters()
                    .send(asStored(record), group, reason)
                    .toCompletableFuture()
                    .get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException refused) {
            throw new IllegalStateException("the dead letter of " + name(record) + " was not confirmed", refused);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before the dead letter was confirmed", stopping);
        }
    }

    /** Where a record came from, and where it is once it was sent. */
    MessageOrigin origin(ConsumerRecord<?, ?> record, String group) {
        return letters().origin(record, group);
    }

    /** Dead letters by a producer with these settings, in the topic of the same name with {@code .dead}. */
    static KafkaDeadLetters beside(Map<String, Object> settings) {
        return KafkaDeadLetters.of(settings, topic -> topic + ".dead", CLOSE_LIMIT);
    }

    private synchronized KafkaDeadLetters letters() {
        KafkaDeadLetters given = theirs.get();
        if (given != null) {
            return given;
        }
        KafkaDeadLetters made = own;
        if (made == null) {
            made = beside(settings.get());
            own = made;
        }
        return made;
    }

    private ConsumerRecord<byte[], byte[]> asStored(ConsumerRecord<?, ?> record) {
        Map<String, Object> reading = ClientSettings.reader(settings.get());
        reading.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
        ByteArrayDeserializer bytes = new ByteArrayDeserializer();
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(reading, bytes, bytes)) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, record.offset());
            for (long polls = LIMIT.dividedBy(POLL); polls > 0; polls--) {
                for (ConsumerRecord<byte[], byte[]> stored : consumer.poll(POLL)) {
                    if (stored.offset() == record.offset()) {
                        return stored;
                    }
                    throw new IllegalStateException(name(record) + " is not in its topic any more");
                }
            }
        }
        throw new IllegalStateException(name(record) + " could not be read again within " + LIMIT);
    }

    /** Without its content, which may be confidential. */
    private static String name(ConsumerRecord<?, ?> record) {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }

    @Override
    public synchronized void close() {
        if (own != null) {
            own.close();
        }
    }
}
