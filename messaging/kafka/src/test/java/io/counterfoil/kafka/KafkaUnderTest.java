package io.counterfoil.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.counterfoil.kafka.internal.KafkaDeadLetters;
import io.counterfoil.kafka.internal.KafkaMessages;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.deadletter.DeadLetterBroker;
import io.counterfoil.testkit.broker.PrivateKafka;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.messaging.BrokerUnderTest;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A private Kafka with the topics of signals and events, whose clients go by the way that can be cut. */
final class KafkaUnderTest implements BrokerUnderTest, AutoCloseable {

    private static final int PARTITIONS = 3;

    private static boolean topicsMade;

    private final PrivateKafka kafka = SharedKafka.serverToRestart();
    private final KafkaPublisher publisher;
    private final KafkaConsumer<byte[], byte[]> dead;
    private final Map<String, Queue<Message>> deadLetters = new HashMap<>();

    KafkaUnderTest() {
        makeTopics(kafka);
        publisher = KafkaPublisher.of(publisherSettings(kafka.cuttableServers()));
        dead = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        dead.assign(List.of(
                new TopicPartition("counterfoil.signal.dead", 0), new TopicPartition("counterfoil.event.dead", 0)));
    }

    /** Once for all classes of tests: they share the server. */
    private static synchronized void makeTopics(PrivateKafka kafka) {
        if (!topicsMade) {
            kafka.createTopics(PARTITIONS, "counterfoil.signal", "counterfoil.event");
            kafka.createTopics(1, "counterfoil.signal.dead", "counterfoil.event.dead");
            topicsMade = true;
        }
    }

    @Override
    public DataSource freshDatabase() {
        return TestPostgres.freshDatabase().reusing("test").dataSource();
    }

    @Override
    public Publisher publisher() {
        return publisher;
    }

    @Override
    public AutoCloseable consume(String queue, List<String> patterns, Receiver receiver) {
        Set<Thread> working = ConcurrentHashMap.newKeySet();
        KafkaInboxConsumer consumer = KafkaInboxConsumer.builder(consumerSettings(kafka.cuttableServers()))
                .group(queue)
                .topics("counterfoil.signal", "counterfoil.event")
                .patterns(patterns.toArray(String[]::new))
                .closeLimit(TestThreads.LIMIT)
                .start(new WorkingReceiver(receiver, working));
        return () -> {
            // Receivers of the contract that still work then are meant to. The close's own limit is the commit's too.
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> working.forEach(Thread::interrupt));
            consumer.close();
        };
    }

    /**
     * Members hear of others' coming and going within 0.1 s, and a close waits no longer for a fetch that finds nothing. None is missed
     * because the machine is busy: what it holds would be delivered again, which Kafka may do at any time, and which tests that count
     * deliveries rule out. A dead letter that is not confirmed has its message delivered again too.
     */
    static Map<String, Object> consumerSettings(String servers) {
        Map<String, Object> settings = new HashMap<>(publisherSettings(servers));
        settings.put("session.timeout.ms", 300_000);
        settings.put("heartbeat.interval.ms", 100);
        settings.put("fetch.max.wait.ms", 100);
        return settings;
    }

    /** A broker that starts again on a busy machine may need longer than a publisher waits unless told. */
    static Map<String, Object> publisherSettings(String servers) {
        return Map.of("bootstrap.servers", servers, "delivery.timeout.ms", 300_000, "max.block.ms", 300_000);
    }

    @Override
    public Message nextDeadLetter(String queue) {
        Queue<Message> letters = deadLetters.computeIfAbsent(queue, first -> new ArrayDeque<>());
        await("a dead letter of " + queue)
                .atMost(TestThreads.LIMIT)
                .pollDelay(Duration.ZERO)
                .until(() -> {
                    if (letters.isEmpty()) {
                        take(dead.poll(Duration.ofMillis(100)));
                    }
                    return !letters.isEmpty();
                });
        return letters.remove();
    }

    private void take(ConsumerRecords<byte[], byte[]> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            String group = new String(
                    record.headers().lastHeader(KafkaDeadLetters.GROUP).value(), UTF_8);
            deadLetters.computeIfAbsent(group, first -> new ArrayDeque<>()).add(KafkaMessages.message(record));
        }
    }

    @Override
    public DeadLetterBroker deadLetters() {
        return KafkaRequeue.of(consumerSettings(kafka.bootstrapServers()));
    }

    @Override
    public void cutConnections() {
        kafka.cutConnections();
    }

    @Override
    public void restart() {
        kafka.restart();
    }

    @Override
    public boolean returnsUnroutable() {
        return false;
    }

    /** A consumer keeps its session and its position over a cut: what is on hand stays good. */
    @Override
    public boolean redeliversAfterACut() {
        return false;
    }

    @Override
    public void close() {
        publisher.close();
        dead.close();
    }

    /** Notes the threads that work. */
    private record WorkingReceiver(Receiver receiver, Set<Thread> working) implements Receiver {

        @Override
        public void receive(Delivery delivery) {
            noting(() -> receiver.receive(delivery));
        }

        @Override
        public int maxBatch() {
            return receiver.maxBatch();
        }

        @Override
        public void receiveAll(List<Delivery> deliveries) {
            noting(() -> receiver.receiveAll(deliveries));
        }

        private void noting(Runnable work) {
            working.add(Thread.currentThread());
            try {
                work.run();
            } finally {
                working.remove(Thread.currentThread());
            }
        }
    }
}
