package io.counterfoil.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.testkit.broker.PrivateKafka;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic of one test's own, on a Kafka of the class's own, and who sends to it. */
final class Site implements AutoCloseable {

    static final int LIMIT_SECONDS = 300;

    final String topic = "topic-" + UUID.randomUUID();
    final String group = "group-" + UUID.randomUUID();
    final KafkaPublisher publisher;

    private final PrivateKafka kafka;

    Site(PrivateKafka kafka, int partitions) {
        this.kafka = kafka;
        kafka.createTopics(partitions, topic);
        this.publisher =
                KafkaPublisher.of(KafkaUnderTest.publisherSettings(kafka.bootstrapServers()), message -> topic);
    }

    KafkaInboxConsumer.Builder consumer() {
        return consumer(Map.of());
    }

    /** With these settings of Kafka's besides. */
    KafkaInboxConsumer.Builder consumer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(KafkaUnderTest.consumerSettings(kafka.bootstrapServers()));
        settings.putAll(more);
        return KafkaInboxConsumer.builder(settings).group(group).topics(topic).closeLimit(TestThreads.LIMIT);
    }

    /** Sends so many messages, with numbers from {@code first} for bodies and IDs, and so many keys; all are confirmed. */
    void send(int first, int count, int keys) throws Exception {
        List<CompletionStage<Void>> sent = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            Message message = Message.of("t", Integer.toString(i).getBytes(UTF_8))
                    .withId(Integer.toString(i))
                    .withKey("key-" + i % keys);
            sent.add(publisher.publish(message));
        }
        for (CompletionStage<Void> each : sent) {
            each.toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    static String text(Delivery delivery) {
        return new String(delivery.message().body(), UTF_8);
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers(), "default.api.timeout.ms", 300_000));
    }

    /** What the group has committed, summed up over the partitions. */
    long committed() throws Exception {
        try (Admin admin = admin()) {
            Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get(LIMIT_SECONDS, TimeUnit.SECONDS);
            return offsets.values().stream()
                    .mapToLong(OffsetAndMetadata::offset)
                    .sum();
        }
    }

    /** Waits until the group has committed so much, and fails when it does not. */
    void awaitCommitted(long count) throws Exception {
        await("a commit of " + count)
                .atMost(TestThreads.LIMIT)
                .pollDelay(Duration.ZERO)
                .until(() -> committed() >= count);
        assertThat(committed()).isEqualTo(count);
    }

    /** Sends the numbers from {@code first} in a transaction, which is committed or aborted: a marker follows them. */
    void sendInATransaction(int first, int count, boolean committed) throws Exception {
        long marked = end() + count + 1;
        Map<String, Object> settings = new HashMap<>(KafkaUnderTest.publisherSettings(kafka.bootstrapServers()));
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "transactions-" + UUID.randomUUID());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            for (int i = first; i < first + count; i++) {
                byte[] body = Integer.toString(i).getBytes(UTF_8);
                producer.send(new ProducerRecord<>(topic, body)).get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
            if (committed) {
                producer.commitTransaction();
            } else {
                producer.abortTransaction();
            }
        }
        // The broker answers as soon as the decision is kept, and writes the marker after that.
        await().atMost(LIMIT_SECONDS, TimeUnit.SECONDS).until(() -> end() == marked);
    }

    /** How many dead letters there are. */
    long deadLetters() throws Exception {
        return end(topic + ".dead");
    }

    /** Where the topic's first partition ends: markers of transactions count. */
    long end() throws Exception {
        return end(topic);
    }

    private long end(String name) throws Exception {
        TopicPartition partition = new TopicPartition(name, 0);
        try (Admin admin = admin()) {
            return admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                    .partitionResult(partition)
                    .get(LIMIT_SECONDS, TimeUnit.SECONDS)
                    .offset();
        }
    }

    /** Moves the group, as soon as it has no member for a moment, as an operator would. */
    void setOffset(long offset) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> offsets =
                Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(offset));
        try (Admin admin = admin()) {
            await("a group without members")
                    .atMost(TestThreads.LIMIT)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .ignoreException(ExecutionException.class)
                    .until(() -> {
                        admin.alterConsumerGroupOffsets(group, offsets).all().get(LIMIT_SECONDS, TimeUnit.SECONDS);
                        return true;
                    });
        }
    }

    /** Numbers as texts, for comparison with what was received. */
    static Set<String> numbers(int first, int count) {
        Set<String> numbers = new HashSet<>();
        for (int i = first; i < first + count; i++) {
            numbers.add(Integer.toString(i));
        }
        assertThat(numbers).hasSize(count);
        return numbers;
    }

    @Override
    public void close() {
        publisher.close();
    }
}
