package io.counterfoil.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.testkit.broker.PrivateKafka;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.messaging.ObservedDelivery;
import io.counterfoil.testkit.thread.TestThreads;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Consumers of one group that come and go under load, and what is delivered twice by that. */
@Timeout(900)
@Tag("SG-5")
class RebalanceTest {

    private static final int MESSAGES = 3_000;
    private static final int KEYS = 40;
    private static final int PARTITIONS = 6;

    private static PrivateKafka kafka;

    @BeforeAll
    static void start() {
        kafka = SharedKafka.server();
    }

    @Test
    void consumersThatComeAndGo_loseNothing_andKeepTheOrderOfEachKey() throws Exception {
        try (Site site = new Site(kafka, PARTITIONS)) {
            Received received = new Received();
            List<KafkaInboxConsumer> consumers = new ArrayList<>();
            try {
                for (int step = 0; step < 6; step++) {
                    if (step < 3) {
                        consumers.add(site.consumer().start(received::accept));
                    } else if (step < 5) {
                        consumers.remove(0).close();
                    }
                    site.send(step * MESSAGES / 6, MESSAGES / 6, KEYS);
                    received.await((step + 1) * MESSAGES / 6 * 9 / 10);
                }
                received.await(MESSAGES);
            } finally {
                consumers.forEach(KafkaInboxConsumer::close);
            }

            assertThat(received.numbers()).isEqualTo(Site.numbers(0, MESSAGES));
            received.assertOrderOfEachKey();
            assertThat(site.committed()).isEqualTo(MESSAGES);
        }
    }

    @Test
    void revokedDeliveries_areRedelivered_andSettlingThemIsIgnored() throws Exception {
        try (Site site = new Site(kafka, PARTITIONS)) {
            kafka.createTopics(1, site.topic + ".dead");
            site.send(0, 60, KEYS);
            Received held = new Received();
            Received second = new Received();
            try (KafkaInboxConsumer first = site.consumer().start(held::hold)) {
                held.await(60);
                // Takes over half of the partitions.
                try (KafkaInboxConsumer other = site.consumer().start(second::hold)) {
                    second.await(1);
                    second.numbers().forEach(held::reject);
                    held.acceptAll();
                    assertThat(other).isNotNull();
                }
                assertThat(first).isNotNull();
            }

            int committed = (int) site.committed();
            assertThat(committed).isLessThan(60);
            Received last = new Received();
            try (KafkaInboxConsumer third = site.consumer().start(last::accept)) {
                last.await(60 - committed);
                assertThat(third).isNotNull();
            }
            assertThat(last.numbers()).containsAll(second.numbers());
            assertThat(site.committed()).isEqualTo(60);
            assertThat(site.deadLetters()).isZero();
        }
    }

    @Test
    void queuedMessages_ofARevokedPartition_areNotDelivered() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        Received first = new Received();
        Received second = new Received();
        Received all = new Received();
        try (Site site = new Site(kafka, 2)) {
            site.send(0, 60, KEYS);
            try (KafkaInboxConsumer one = site.consumer().start(delivery -> {
                first.hold(delivery);
                all.hold(delivery);
                await(over);
                delivery.accept();
            })) {
                // The first message of each partition is at work, the others wait behind it.
                first.await(2);
                try (KafkaInboxConsumer two = site.consumer().start(delivery -> {
                    second.accept(delivery);
                    all.hold(delivery);
                })) {
                    second.await(1);
                    over.countDown();
                    all.await(60);
                    Set<String> twice = new HashSet<>(first.numbers());
                    twice.retainAll(second.numbers());
                    assertThat(twice)
                            .as("what was at work when its partition went")
                            .hasSizeLessThanOrEqualTo(1);
                    assertThat(two).isNotNull();
                }
                assertThat(one).isNotNull();
            }
        } finally {
            over.countDown();
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
    @Tag("SG-3")
    void oneMessage_underManyKeys_inAllPartitions_takesEffectOnce() throws Exception {
        DataSource database = TestPostgres.freshDatabase().reusing("test").dataSource();
        JdbcSchema.create(database);
        execute(database, "CREATE TABLE effect (id text NOT NULL)");
        JdbcClaimStore store = new JdbcClaimStore(new DataSourceTransactions(database));
        CountDownLatch accepted = new CountDownLatch(100);
        try (Site site = new Site(kafka, PARTITIONS);
                Inbox inbox = Inbox.builder(Idempotency.on(store)).build()) {
            var receiver = inbox.messages("billing", message -> {
                try (Statement insert = store.connection().createStatement()) {
                    insert.execute("INSERT INTO effect VALUES ('" + message.id().orElseThrow() + "')");
                }
            });
            List<KafkaInboxConsumer> consumers = new ArrayList<>();
            try {
                for (int i = 0; i < 2; i++) {
                    consumers.add(site.consumer()
                            .start(delivery ->
                                    receiver.receive(ObservedDelivery.afterAccept(delivery, accepted::countDown))));
                }
                for (int i = 0; i < 100; i++) {
                    site.publisher
                            .publish(Message.of("t", new byte[0])
                                    .withId("payment-" + i % 5)
                                    .withKey("key-" + i))
                            .toCompletableFuture()
                            .get(Site.LIMIT_SECONDS, TimeUnit.SECONDS);
                }
                assertThat(accepted.await(Site.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            } finally {
                consumers.forEach(KafkaInboxConsumer::close);
            }
            assertThat(count(database, "SELECT count(*) FROM effect")).isEqualTo(5);
            assertThat(count(database, "SELECT count(DISTINCT id) FROM effect")).isEqualTo(5);
        }
    }

    private static void execute(DataSource database, String sql) throws Exception {
        try (var connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int count(DataSource database, String sql) throws Exception {
        try (var connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }

    /** What was delivered, each message once, in the order of its first delivery. */
    private static final class Received {

        private final Map<String, List<Integer>> byKey = new ConcurrentHashMap<>();
        private final Map<String, Delivery> first = new ConcurrentHashMap<>();

        void accept(Delivery delivery) {
            hold(delivery);
            delivery.accept();
        }

        synchronized void hold(Delivery delivery) {
            if (first.putIfAbsent(Site.text(delivery), delivery) == null) {
                byKey.computeIfAbsent(delivery.message().key().orElseThrow(), key -> new ArrayList<>())
                        .add(Integer.valueOf(Site.text(delivery)));
            }
        }

        void await(int count) {
            Awaitility.await(count + " deliveries")
                    .atMost(TestThreads.LIMIT)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .until(first::size, size -> size >= count);
        }

        void acceptAll() {
            first.values().forEach(Delivery::accept);
        }

        void reject(String number) {
            Delivery here = Objects.requireNonNull(first.get(number), number);
            here.reject("by one who has it no more");
        }

        Set<String> numbers() {
            return first.keySet();
        }

        void assertOrderOfEachKey() {
            byKey.forEach((key, numbers) -> assertThat(numbers).as(key).isSorted());
        }
    }
}
