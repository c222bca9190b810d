package io.counterfoil.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.testkit.broker.PrivateKafka;
import io.counterfoil.testkit.messaging.Collected;
import io.counterfoil.testkit.thread.TestThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

@Timeout(900)
@Tag("SG-5")
@ResourceLock(SharedKafka.RESTARTED)
class KafkaPublisherTest {

    private static PrivateKafka kafka;

    @BeforeAll
    static void start() {
        kafka = SharedKafka.serverToRestart();
    }

    @Test
    void messagesOfOneKey_acrossABrokerRestart_arriveOnceInOrder() throws Exception {
        try (TestThreads threads = new TestThreads();
                Site site = new Site(kafka, 3)) {
            Collected collected = new Collected();
            try (KafkaInboxConsumer consumer = site.consumer().start(collected)) {
                site.send(0, 1, 1);
                Delivery first = collected.next();
                kafka.kill();
                // Its offset cannot be committed now; it is later, by the consumer that runs.
                first.accept();
                // In a thread of its own: without a broker a publisher blocks for a while.
                CompletableFuture<Void> sent = CompletableFuture.runAsync(
                        () -> {
                            List<CompletableFuture<Void>> each = new ArrayList<>();
                            for (int i = 1; i < 200; i++) {
                                Message message = Message.of(
                                                "t", Integer.toString(i).getBytes(UTF_8))
                                        .withKey("key-0");
                                each.add(site.publisher.publish(message).toCompletableFuture());
                            }
                            each.forEach(CompletableFuture::join);
                        },
                        threads);
                kafka.restart();

                sent.get(Site.LIMIT_SECONDS, TimeUnit.SECONDS);
                for (int i = 1; i < 200; i++) {
                    assertThat(Site.text(collected.next())).isEqualTo(Integer.toString(i));
                }
                collected.assertQuiet();
                site.awaitCommitted(1);
                assertThat(consumer).isNotNull();
            }
        }
    }

    @Test
    void brokerThatIsAway_failsThePublish_withinItsTime() {
        try (KafkaPublisher publisher =
                KafkaPublisher.of(Map.of("bootstrap.servers", "127.0.0.1:1", "max.block.ms", 100))) {
            assertThatThrownBy(() -> publisher
                            .publish(Message.of("signal.a", new byte[0]))
                            .toCompletableFuture()
                            .get(Site.LIMIT_SECONDS, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(
                            PublishException.class,
                            failure -> assertThat(failure.isReturned() || failure.isRefused())
                                    .isFalse())
                    .hasMessageContaining("signal.a");
        }
    }

    @Test
    void topicThatIsNotThere_failsThePublish() {
        try (KafkaPublisher publisher =
                KafkaPublisher.of(Map.of("bootstrap.servers", kafka.bootstrapServers(), "max.block.ms", 500))) {
            assertThatThrownBy(() -> publisher
                            .publish(Message.of("nowhere.a", new byte[0]))
                            .toCompletableFuture()
                            .get(Site.LIMIT_SECONDS, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(PublishException.class)
                    .hasMessageContaining("counterfoil.nowhere");
        }
    }

    @Test
    void messageThatIsTooLarge_isRefused() {
        kafka.createTopics(1, "counterfoil.large");
        try (KafkaPublisher publisher =
                KafkaPublisher.of(Map.of("bootstrap.servers", kafka.bootstrapServers(), "max.request.size", 2_000))) {
            assertThatThrownBy(() -> publisher
                            .publish(Message.of("large.a", new byte[3_000]))
                            .toCompletableFuture()
                            .get(Site.LIMIT_SECONDS, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(
                            PublishException.class,
                            failure -> assertThat(failure.isRefused()).isTrue());
        }
    }

    @Test
    void settingsThatTakeAwayWhatIsPromised_areRefused() {
        for (Map<String, Object> settings : List.<Map<String, Object>>of(
                Map.of("acks", "1"), Map.of("enable.idempotence", false), Map.of("transactional.id", "t"))) {
            assertThatThrownBy(() -> KafkaPublisher.of(settings))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(settings.keySet().iterator().next());
        }
    }
}
