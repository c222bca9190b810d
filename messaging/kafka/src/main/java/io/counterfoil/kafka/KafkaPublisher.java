package io.counterfoil.kafka;

import io.counterfoil.kafka.internal.ClientSettings;
import io.counterfoil.kafka.internal.ConfirmedSend;
import io.counterfoil.kafka.internal.KafkaMessages;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.messaging.Publisher;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Publishes messages as Kafka records (body as value, key as key, the rest as headers of UTF-8, the topic in {@code message-topic}): confirmed by all
 * replicas in sync, by an idempotent producer, so that the client's own retries make no second record and messages of one key keep their order.
 *
 * <p>One request at a time is in flight to each broker, unless {@code max.in.flight.requests.per.connection} is set: with more, messages to a
 * partition that is new, or has just moved, may overtake each other.
 *
 * <p>A message is confirmed or has failed within {@code delivery.timeout.ms} (30 s unless set). {@link #publish} may block for {@code
 * max.block.ms} (10 s unless set) when Kafka cannot be reached, its topic is not there, or more is unsent than fits {@code
 * buffer.memory}; topics are not created. {@linkplain Message#isMandatory() Mandatory} has no effect. Stages that depend on the result run in
 * the producer's thread and must not block.
 *
 * <p>Thread-safe. It reconnects automatically.
 */
public final class KafkaPublisher implements Publisher, AutoCloseable {

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);

    private final Producer<byte[], byte[]> producer;
    private final Function<Message, String> topics;

    private KafkaPublisher(Producer<byte[], byte[]> producer, Function<Message, String> topics) {
        this.producer = producer;
        this.topics = topics;
    }

    /**
     * {@return a publisher to the default topics: {@code counterfoil.} and the first word of the message's topic, such as {@code counterfoil.signal}}
     *
     * @param settings of Kafka's producer, {@code bootstrap.servers} at least
     * @throws IllegalArgumentException when a setting takes away what is promised here
     * @throws KafkaException when Kafka's client refuses the settings
     */
    public static KafkaPublisher of(Map<String, Object> settings) {
        return of(settings, KafkaMessages::defaultTopic);
    }

    /**
     * {@return a publisher to topics of the application's choice}
     *
     * @param settings of Kafka's producer, {@code bootstrap.servers} at least
     * @param topics the Kafka topic of each message; pure and fast
     * @throws IllegalArgumentException when a setting takes away what is promised here
     * @throws KafkaException when Kafka's client refuses the settings
     */
    public static KafkaPublisher of(Map<String, Object> settings, Function<Message, String> topics) {
        ByteArraySerializer bytes = new ByteArraySerializer();
        return new KafkaPublisher(new KafkaProducer<>(ClientSettings.producer(settings), bytes, bytes), topics);
    }

    @Override
    public CompletionStage<Void> publish(Message published) {
        Message message = published.outgoing();
        try {
            return ConfirmedSend.send(producer, KafkaMessages.record(topics.apply(message), message))
                    .exceptionally(failure -> {
                        throw isRefusal(failure)
                                ? PublishException.refused(message, failure)
                                : PublishException.unconfirmed(message, failure);
                    });
        } catch (IllegalArgumentException unfit) {
            return CompletableFuture.failedStage(PublishException.refused(message, unfit));
        }
    }

    /** What the record is refused for, whatever becomes of the cluster. */
    private static boolean isRefusal(Throwable failure) {
        return failure instanceof RecordTooLargeException
                || failure instanceof InvalidRecordException
                || failure instanceof InvalidTopicException
                || failure instanceof TopicAuthorizationException;
    }

    /** Waits for the confirmation of what was published, for 30 s at most, and fails the rest. A second call does nothing. */
    @Override
    public void close() {
        producer.close(CLOSE_LIMIT);
    }
}
