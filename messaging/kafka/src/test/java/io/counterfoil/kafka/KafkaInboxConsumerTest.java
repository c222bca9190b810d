package io.counterfoil.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.kafka.internal.KafkaDeadLetters;
import io.counterfoil.kafka.internal.KafkaMessages;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.testkit.broker.PrivateKafka;
import io.counterfoil.testkit.messaging.Collected;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** What is Kafka's own: offsets, bounds, polling, dead letters; the rest is the contract's. */
@Timeout(900)
@Tag("SG-5")
class KafkaInboxConsumerTest {

    private static PrivateKafka kafka;
    private final TestThreads threads = new TestThreads();
    private Site site;

    @BeforeAll
    static void start() {
        kafka = SharedKafka.server();
    }

    @BeforeEach
    void topicOfItsOwn() {
        site = new Site(kafka, 1);
    }

    @AfterEach
    void closeSite() {
        site.close();
        threads.close();
    }

    @Test
    void offsets_areCommittedUpToTheFirstThatIsNotSettled() throws Exception {
        site.send(0, 10, 1);
        Collected collected = new Collected();
        List<Delivery> held;
        try (KafkaInboxConsumer consumer = site.consumer().start(collected)) {
            held = collected.next(10);
            for (int i : new int[] {0, 1, 2, 4, 5, 9}) {
                held.get(i).accept();
            }
            assertThat(consumer).isNotNull();
        }
        assertThat(site.committed()).isEqualTo(3);

        Collected next = new Collected();
        try (KafkaInboxConsumer consumer = site.consumer().start(next)) {
            List<Delivery> again = next.next(7);
            // Of one that has ended: it changes nothing any more.
            held.forEach(Delivery::accept);
            assertThat(again).extracting(Site::text).containsExactly("3", "4", "5", "6", "7", "8", "9");
            assertThat(again).allMatch(Delivery::isMaybeRedelivered);
            assertThat(consumer).isNotNull();
        }
        assertThat(site.committed()).isEqualTo(3);
    }

    @Test
    void offsets_areCommitted_whileItRuns() throws Exception {
        CountDownLatch done = new CountDownLatch(100);
        try (KafkaInboxConsumer consumer = site.consumer().start(delivery -> {
            delivery.accept();
            done.countDown();
        })) {
            site.send(0, 100, 1);
            assertThat(done.await(Site.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            site.awaitCommitted(100);
            assertThat(consumer).isNotNull();
        }
    }

    @Test
    void messageThatIsNew_isNotTakenForRedelivered() throws Exception {
        Collected collected = new Collected();
        try (KafkaInboxConsumer consumer = site.consumer().start(collected)) {
            site.send(0, 1, 1);
            collected.next().accept();
            site.send(1, 1, 1);

            Delivery fresh = collected.next();

            assertThat(fresh.isMaybeRedelivered()).isFalse();
            fresh.giveBack();
            assertThat(collected.next().isMaybeRedelivered()).isTrue();
            assertThat(consumer).isNotNull();
        }
    }

    @Test
    void heldDeliveries_areBounded_perPartition_andGoOn() throws Exception {
        site.send(0, 100, 1);
        Collected collected = new Collected();
        try (KafkaInboxConsumer consumer = site.consumer().inFlight(10).start(collected)) {
            List<Delivery> held = collected.next(10);
            int most = 20;
            int count = 10;
            for (var next = collected.poll(); next.isPresent(); next = collected.poll()) {
                count++;
                next.get().accept();
            }
            // Those that came were one fetch more than may be on hand, and what made room.
            assertThat(count).isLessThanOrEqualTo(most);

            held.forEach(Delivery::accept);
            for (int i = count; i < 100; i++) {
                collected.next().accept();
            }
            collected.assertQuiet();
            assertThat(consumer).isNotNull();
        }
        assertThat(site.committed()).isEqualTo(100);
    }

    @Test
    void handlerSlowerThanPollInterval_keepsItsPartition() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        BlockingQueue<String> delivered = new LinkedBlockingQueue<>();
        AtomicInteger sent = new AtomicInteger(1);
        try (Site two = new Site(kafka, 2)) {
            // A pause of the machine takes the partition away, and one more thread begins with "0" and waits.
            KafkaInboxConsumer.Builder builder =
                    two.consumer(Map.of("max.poll.interval.ms", 600)).threads(64);
            try (KafkaInboxConsumer consumer = builder.start(delivery -> {
                if (Site.text(delivery).equals("0")) {
                    begun.countDown();
                    await(over);
                }
                delivered.add(Site.text(delivery));
                delivery.accept();
            })) {
                two.send(0, 1, 8);
                await(begun);
                // Some intervals long, as each look is 0.1 s after the one before.
                Awaitility.await("messages of the other partition")
                        .atMost(TestThreads.LIMIT)
                        .pollInterval(Duration.ofMillis(100))
                        .until(() -> {
                            two.send(sent.getAndAdd(8), 8, 8);
                            // Of the other partition.
                            assertThat(delivered.poll(Site.LIMIT_SECONDS, TimeUnit.SECONDS))
                                    .isNotNull()
                                    .isNotEqualTo("0");
                            return sent.get() > 8 * 18;
                        });
                over.countDown();
                assertThat(consumer).isNotNull();
                two.awaitCommitted(sent.get());
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(Site.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
    }

    @Test
    void messageGivenBack_doesNotHoldUpOthers() throws Exception {
        site.send(0, 3, 1);
        Collected collected = new Collected();
        // Longer than the test: what comes behind it does not wait for it.
        KafkaInboxConsumer.Builder builder = site.consumer().pauses(Duration.ofDays(1), Duration.ofDays(1));
        try (KafkaInboxConsumer consumer = builder.start(delivery -> {
            if (Site.text(delivery).equals("0")) {
                delivery.giveBack();
            } else {
                delivery.accept();
            }
            collected.receive(delivery);
        })) {
            assertThat(collected.next(3)).extracting(Site::text).containsExactly("0", "1", "2");
            collected.assertQuiet();
            assertThat(consumer).isNotNull();
        }
        assertThat(site.committed()).isZero();
    }

    @Test
    void messagesThatAreNotWanted_arePassedOver_andCountAsAccepted() throws Exception {
        site.send(0, 10, 1);
        Collected collected = new Collected();
        try (KafkaInboxConsumer consumer = site.consumer().patterns("other.#").start(collected)) {
            site.awaitCommitted(10);
            collected.assertQuiet();
            assertThat(consumer).isNotNull();
        }
    }

    @Test
    void receiverThatThrows_afterItHasSettled_isNotCalledAgain() throws Exception {
        site.send(0, 2, 1);
        Collected collected = new Collected();
        KafkaInboxConsumer.Builder builder = site.consumer().pauses(Duration.ofMillis(1), Duration.ofMillis(1));
        try (KafkaInboxConsumer consumer = builder.start(delivery -> {
            collected.receive(delivery);
            delivery.accept();
            throw new IllegalStateException("too late");
        })) {
            assertThat(collected.next(2)).extracting(Site::text).containsExactly("0", "1");
            collected.assertQuiet();
            assertThat(consumer).isNotNull();
        }
        assertThat(site.committed()).isEqualTo(2);
    }

    @Test
    void close_waitsForAReceiverThatWorks_andCommitsWhatItSettles() throws Exception {
        site.send(0, 1, 1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        KafkaInboxConsumer consumer = site.consumer()
                .closeLimit(Duration.ofSeconds(Site.LIMIT_SECONDS))
                .start(delivery -> {
                    begun.countDown();
                    await(over);
                    delivery.accept();
                });
        await(begun);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(consumer::close, threads);

        assertThatThrownBy(() -> closed.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        over.countDown();
        closed.get(2 * Site.LIMIT_SECONDS, TimeUnit.SECONDS);

        assertThat(site.committed()).isOne();
    }

    @Test
    void close_waitsForADeadLetterOnItsWay_andCommitsBehindIt() throws Exception {
        kafka.createTopics(1, site.topic + ".dead");
        site.send(0, 1, 1);
        Collected collected = new Collected();
        KafkaInboxConsumer.Builder builder = site.consumer().closeLimit(Duration.ofSeconds(Site.LIMIT_SECONDS));
        try (KafkaInboxConsumer consumer = builder.start(collected)) {
            collected.next().reject("no");
            assertThat(consumer).isNotNull();
        }
        assertThat(site.deadLetters()).isOne();
        assertThat(site.committed()).isOne();
    }

    @Test
    void poison_isRejected_afterSoManyThrows() throws Exception {
        kafka.createTopics(1, site.topic + ".dead");
        AtomicInteger throwing = new AtomicInteger();
        CountDownLatch good = new CountDownLatch(1);
        KafkaInboxConsumer.Builder builder =
                site.consumer().throwsBeforeRejection(3).pauses(Duration.ofMillis(1), Duration.ofMillis(2));
        try (KafkaInboxConsumer consumer = builder.start(delivery -> {
            if (Site.text(delivery).equals("0")) {
                throwing.incrementAndGet();
                throw new AssertionError("an error, for once");
            }
            delivery.accept();
            good.countDown();
        })) {
            site.send(0, 2, 1);

            Message dead = dead().get(0);

            assertThat(good.await(Site.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(dead.id()).contains("0");
            assertThat(dead.header(Delivery.REASON).orElseThrow())
                    .contains("3 times")
                    .contains("for once");
            assertThat(dead.header(KafkaDeadLetters.GROUP)).contains(site.group);
            assertThat(dead.header(KafkaDeadLetters.RECORD)).contains(site.topic + "-0@0");
            assertThat(throwing).hasValue(3);
            assertThat(consumer).isNotNull();
        }
        assertThat(site.committed()).isEqualTo(2);
    }

    @Test
    @Tag("CO-12")
    void invalidRecord_isDeadLetteredUndelivered_andLogged() throws Exception {
        kafka.createTopics(1, site.topic + ".dead");
        ListAppender<ILoggingEvent> lines = new ListAppender<>() {
            @Override
            protected void append(ILoggingEvent event) {
                // Reads the MDC of the thread that logs.
                event.prepareForDeferredProcessing();
                super.append(event);
            }
        };
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(KafkaInboxConsumer.class);
        logger.addAppender(lines);
        ByteArraySerializer bytes = new ByteArraySerializer();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(KafkaUnderTest.publisherSettings(kafka.bootstrapServers()), bytes, bytes)) {
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(site.topic, new byte[] {1});
            record.headers().add(KafkaMessages.CONTENT_TYPE, "t".repeat(2_000).getBytes(UTF_8));
            record.headers().add(KafkaMessages.CORRELATION_ID, "of-the-sender".getBytes(UTF_8));
            producer.send(record).get(Site.LIMIT_SECONDS, TimeUnit.SECONDS);
        }
        site.send(1, 1, 1);
        Collected collected = new Collected();
        try (KafkaInboxConsumer consumer = site.consumer().start(collected)) {
            Delivery good = collected.next();
            assertThat(Site.text(good)).isEqualTo("1");
            good.accept();
            assertThat(deadRecords().get(0).value()).containsExactly(1);
            assertThat(consumer).isNotNull();
        } finally {
            logger.detachAppender(lines);
        }
        assertThat(site.committed()).isEqualTo(2);
        assertThat(lines.list)
                .filteredOn(line -> line.getFormattedMessage().contains("becomes a dead letter: contentType"))
                .singleElement()
                .extracting(line -> line.getMDCPropertyMap().get(Correlation.MDC_KEY))
                .asString()
                .matches("of-the-sender\\.[A-Za-z0-9_-]{4,6}");
    }

    @Test
    void deadLetterThatCannotArrive_isDeliveredAgain_andNothingIsLost() throws Exception {
        site.send(0, 1, 1);
        Collected collected = new Collected();
        try (KafkaInboxConsumer consumer = site.consumer(Map.of("max.block.ms", 200))
                .pauses(Duration.ofMillis(1), Duration.ofMillis(2))
                .start(collected)) {
            collected.next().reject("no");
            Delivery again = collected.next();
            assertThat(site.committed()).isZero();
            kafka.createTopics(1, site.topic + ".dead");

            while (deadRecords(1).isEmpty()) {
                again.reject("no");
                again = collected.poll().orElse(again);
            }
            assertThat(consumer).isNotNull();
        }
        assertThat(site.committed()).isOne();
    }

    @Test
    void fatalClientError_restartsTheConsumer() throws Exception {
        site.send(0, 3, 1);
        // Without an offset it breaks down at the first poll.
        KafkaInboxConsumer.Builder builder = site.consumer(Map.of("auto.offset.reset", "none"));
        Collected collected = new Collected();
        try (KafkaInboxConsumer consumer = builder.start(collected)) {
            site.setOffset(1);

            assertThat(Site.text(collected.next())).isEqualTo("1");
            assertThat(consumer).isNotNull();
        }
    }

    @Test
    void settingsThatTakeAwayWhatIsPromised_areRefused() {
        assertThatThrownBy(() -> KafkaInboxConsumer.builder(Map.of("enable.auto.commit", "true"))
                        .group("g")
                        .topics("t")
                        .start(Delivery::accept))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("enable.auto.commit");
        assertThatThrownBy(() -> KafkaInboxConsumer.builder(Map.of()).group("g").start(Delivery::accept))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> KafkaInboxConsumer.builder(Map.of()).inFlight(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("inFlight");
        assertThatThrownBy(() -> KafkaInboxConsumer.builder(Map.of()).patterns("a.*b"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private List<Message> dead() {
        return deadRecords().stream().map(KafkaMessages::message).toList();
    }

    private List<ConsumerRecord<byte[], byte[]>> deadRecords() {
        List<ConsumerRecord<byte[], byte[]>> records = deadRecords(Site.LIMIT_SECONDS);
        assertThat(records).as("dead letters").isNotEmpty();
        return records;
    }

    private List<ConsumerRecord<byte[], byte[]>> deadRecords(int seconds) {
        ByteArrayDeserializer bytes = new ByteArrayDeserializer();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(Map.of("bootstrap.servers", kafka.bootstrapServers()), bytes, bytes)) {
            TopicPartition partition = new TopicPartition(site.topic + ".dead", 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(Set.of(partition));
            return consumer.poll(Duration.ofSeconds(seconds)).records(partition);
        }
    }
}
