package io.counterfoil.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.NoOpMetricsCollector;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.rabbitmq.internal.RabbitMessages;
import io.counterfoil.testkit.network.ReservedPort;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SG-5")
class RabbitPublisherTest {

    private static final RabbitTopology TOPOLOGY = RabbitTopology.DEFAULT;

    private final String queue = "publisher-" + UUID.randomUUID();
    private final String topic = "signal.try." + queue;
    private final Channel channel;
    private final RabbitPublisher publisher;

    RabbitPublisherTest() throws Exception {
        channel = Broker.channel();
        TOPOLOGY.declareQueue(channel, queue, List.of(topic));
        publisher = RabbitPublisher.of(Broker.factory(), TOPOLOGY, Broker.CONFIRM_LIMIT);
    }

    @AfterEach
    void stop() throws Exception {
        publisher.close();
        // Not close: the broker may be closing it at this moment.
        channel.getConnection().abort(Broker.LIMIT_MILLIS);
    }

    private Message message(String text) {
        return Message.of(topic, text.getBytes(UTF_8));
    }

    private static void confirmed(CompletableFuture<Void> publishing) throws Exception {
        publishing.get(Broker.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private CompletableFuture<Void> publish(Message message) {
        return publisher.publish(message).toCompletableFuture();
    }

    @Test
    @Tag("CO-3")
    void message_isPersistent_withItsFieldsAsAmqpsProperties() throws Exception {
        confirmed(publish(message("one")
                .withId("id-1")
                .withCorrelationId("abcd.1")
                .withContentType("application/json")
                .withKey("swarm-42")
                .withHeader("x-one", "1")));

        GetResponse got = channel.basicGet(queue, true);
        assertThat(got.getProps().getDeliveryMode()).isEqualTo(2);
        assertThat(got.getProps().getMessageId()).isEqualTo("id-1");
        assertThat(got.getProps().getCorrelationId()).isEqualTo("abcd.1");
        assertThat(got.getProps().getContentType()).isEqualTo("application/json");
        assertThat(got.getProps().getHeaders().get("x-one")).hasToString("1");
        assertThat(got.getProps().getHeaders().get(RabbitMessages.KEY)).hasToString("swarm-42");
        assertThat(got.getEnvelope().getRoutingKey()).isEqualTo(topic);
    }

    @Test
    void messagesOfOneThread_sentWithoutWaiting_arriveInOrder() throws Exception {
        List<CompletableFuture<Void>> publishing = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            publishing.add(publish(message("" + i)));
        }
        for (CompletableFuture<Void> one : publishing) {
            confirmed(one);
        }

        for (int i = 0; i < 1_000; i++) {
            assertThat(channel.basicGet(queue, true).getBody()).asString(UTF_8).isEqualTo("" + i);
        }
        assertThat(channel.basicGet(queue, true)).isNull();
    }

    @Test
    void routedMessages_amongUnroutableOnes_areConfirmed() throws Exception {
        List<CompletableFuture<Void>> kept = new ArrayList<>();
        List<CompletableFuture<Void>> returned = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            kept.add(publish(message("" + i).mandatory()));
            returned.add(publish(message("" + i).withTopic("nobody." + queue).mandatory()));
        }

        for (CompletableFuture<Void> one : kept) {
            confirmed(one);
        }
        for (CompletableFuture<Void> one : returned) {
            assertThatThrownBy(() -> confirmed(one))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            PublishException.class,
                            failure -> assertThat(failure.isReturned()).isTrue());
        }
        assertThat(channel.messageCount(queue)).isEqualTo(50);
    }

    @Test
    void publishing_whileTheBrokerBlocksPublishers_waits() throws Exception {
        confirmed(publish(message("before")));
        Broker.server().blockPublishers();
        List<CompletableFuture<Void>> publishing = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                publishing.add(publish(message("" + i)));
            }
            assertThat(publishing).noneMatch(CompletableFuture::isDone);
        } finally {
            Broker.server().unblockPublishers();
        }

        for (CompletableFuture<Void> one : publishing) {
            confirmed(one);
        }
        assertThat(channel.messageCount(queue)).isEqualTo(101);
    }

    @Test
    void publish_afterTheBrokerClosedTheConnection_reconnects() throws Exception {
        confirmed(publish(message("before")));

        Broker.server().closeConnections();

        for (int tries = 1; ; tries++) {
            try {
                confirmed(publish(message("after")));
                return;
            } catch (ExecutionException unconfirmed) {
                assertThat(tries).as("tries until another connection is there").isLessThan(5);
            }
        }
    }

    @Test
    void publishing_whileBlocked_goesOverTheNextConnection() throws Exception {
        confirmed(publish(message("before")));
        Broker.server().blockPublishers();
        CompletableFuture<Void> waiting;
        try {
            // By its header the broker notices that this connection publishes; it has nothing else, and so is taken.
            confirmed(publish(message("")));
            waiting = publish(message("waiting"));
            Broker.server().cutConnections();
        } finally {
            Broker.server().unblockPublishers();
        }

        try {
            confirmed(waiting);
        } catch (ExecutionException written) {
            assertThat(written).cause().hasMessageNotContaining("did not confirm within");
        }
        confirmed(publish(message("after")));
    }

    @Test
    void writtenMessage_whenTheConnectionEnds_failsAndIsNotResent() throws Exception {
        CountDownLatch written = new CountDownLatch(2);
        ConnectionFactory factory = Broker.factory();
        factory.setMetricsCollector(new NoOpMetricsCollector() {
            @Override
            public void basicPublish(Channel onto) {
                written.countDown();
            }
        });
        try (RabbitPublisher watched = RabbitPublisher.of(factory, TOPOLOGY, Broker.CONFIRM_LIMIT)) {
            confirmed(watched.publish(message("before")).toCompletableFuture());
            Broker.server().suspendConnections();
            CompletableFuture<Void> lost = watched.publish(message("lost")).toCompletableFuture();
            assertThat(written.await(Broker.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();

            Broker.server().cutConnections();

            assertThatThrownBy(() -> confirmed(lost))
                    .cause()
                    .isInstanceOf(PublishException.class)
                    .hasMessageNotContaining("did not confirm within");
            confirmed(watched.publish(message("after")).toCompletableFuture());
        }
        Channel next = Broker.channel();
        try {
            assertThat(next.basicGet(queue, true).getBody()).asString(UTF_8).isEqualTo("before");
            assertThat(next.basicGet(queue, true).getBody()).asString(UTF_8).isEqualTo("after");
        } finally {
            next.getConnection().abort(Broker.LIMIT_MILLIS);
        }
    }

    @Test
    void messageThatTheBrokerRefuses_fails() throws Exception {
        String full = "full-" + queue;
        Map<String, Object> arguments = Map.of("x-max-length", 1, "x-overflow", "reject-publish");
        channel.queueDeclare(full, true, false, false, arguments);
        channel.queueBind(full, TOPOLOGY.exchange(), "signal." + full);
        confirmed(publish(message("one").withTopic("signal." + full)));

        assertThatThrownBy(() -> confirmed(publish(message("one too many").withTopic("signal." + full))))
                .cause()
                .hasMessageContaining("the broker refused it")
                .isInstanceOfSatisfying(
                        PublishException.class,
                        failure -> assertThat(failure.isReturned()).isFalse());
    }

    /** A header that RabbitMQ takes for further routing keys, of another type than those have. */
    @Test
    void messageThatClosesTheChannel_isRefused_andTheNextGoesOut() throws Exception {
        confirmed(publish(message("before")));

        assertThatThrownBy(() -> confirmed(publish(message("refused").withHeader("CC", "not a list"))))
                .cause()
                .hasMessageContaining("PRECONDITION_FAILED")
                .isInstanceOfSatisfying(
                        PublishException.class,
                        failure -> assertThat(failure.isRefused()).isTrue());

        confirmed(publish(message("after")));
        assertThat(channel.messageCount(queue)).isEqualTo(2);
    }

    @Test
    void exchangeThatIsMissing_isARefusal_andIsDeclaredAgain() throws Exception {
        RabbitTopology topology = TOPOLOGY.withExchange("of-" + queue);
        try (RabbitPublisher watched = RabbitPublisher.of(Broker.factory(), topology, Broker.CONFIRM_LIMIT)) {
            confirmed(watched.publish(message("before")).toCompletableFuture());
            channel.exchangeDelete(topology.exchange());

            assertThatThrownBy(
                            () -> confirmed(watched.publish(message("refused")).toCompletableFuture()))
                    .cause()
                    .hasMessageContaining("NOT_FOUND")
                    .isInstanceOfSatisfying(
                            PublishException.class,
                            failure -> assertThat(failure.isRefused()).isTrue());

            confirmed(watched.publish(message("after")).toCompletableFuture());
        }
    }

    @Test
    void connectionThatBreaks_isNoRefusal() throws Exception {
        confirmed(publish(message("before")));
        Broker.server().suspendConnections();
        CompletableFuture<Void> lost = publish(message("lost"));

        Broker.server().cutConnections();

        try {
            confirmed(lost);
        } catch (ExecutionException unconfirmed) {
            assertThat(unconfirmed)
                    .cause()
                    .isInstanceOfSatisfying(
                            PublishException.class,
                            failure -> assertThat(failure.isRefused()).isFalse());
        }
    }

    @Test
    void publishing_withoutABroker_failsWhenItsTimeIsUp() {
        try (ReservedPort nobody = ReservedPort.any();
                RabbitPublisher lonely = RabbitPublisher.of(
                        Broker.factory(URI.create("amqp://127.0.0.1:" + nobody.number())),
                        TOPOLOGY,
                        Duration.ofMillis(200))) {
            assertThatThrownBy(() -> confirmed(lonely.publish(message("one")).toCompletableFuture()))
                    .cause()
                    .hasMessageContaining("PT0.2S")
                    .isInstanceOfSatisfying(
                            PublishException.class,
                            failure -> assertThat(failure.isReturned()).isFalse());
        }
    }

    @Test
    void moreThanCanWait_failAtOnce() {
        try (ReservedPort nobody = ReservedPort.any()) {
            RabbitPublisher lonely = RabbitPublisher.of(
                    Broker.factory(URI.create("amqp://127.0.0.1:" + nobody.number())), TOPOLOGY, Duration.ofDays(1));
            try {
                for (int i = 0; i < ConfirmingPublisher.MAX_WAITING; i++) {
                    lonely.publish(message("one"));
                }

                assertThatThrownBy(() -> confirmed(
                                lonely.publish(message("one too many")).toCompletableFuture()))
                        .cause()
                        .hasMessageContaining("10000 messages already await confirmation");
            } finally {
                // Interrupted, it does not wait for what cannot be sent.
                Thread.currentThread().interrupt();
                lonely.close();
                assertThat(Thread.interrupted()).isTrue();
            }
        }
    }

    @Test
    void close_waitsForWhatIsOnItsWay_andTakesNothingMore() throws Exception {
        List<CompletableFuture<Void>> publishing = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            publishing.add(publish(message("" + i)));
        }

        publisher.close();

        for (CompletableFuture<Void> one : publishing) {
            confirmed(one);
        }
        assertThatThrownBy(() -> confirmed(publish(message("late"))))
                .cause()
                .isInstanceOf(PublishException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void longestFields_areCarried() throws Exception {
        String longest = "i".repeat(Message.MAX_NAME_BYTES);
        Message message = message("one")
                .withId(longest)
                .withCorrelationId(longest)
                .withContentType(longest)
                .withKey("k".repeat(Message.MAX_VALUE_BYTES))
                .withHeader(longest, "v".repeat(Message.MAX_VALUE_BYTES));

        confirmed(publish(message));

        GetResponse got = channel.basicGet(queue, true);
        assertThat(RabbitMessages.message(got.getEnvelope().getRoutingKey(), got.getProps(), got.getBody()))
                .isEqualTo(message);
    }

    @Test
    void timeThatIsNotPositive_isRefused() {
        assertThatThrownBy(() -> RabbitPublisher.of(Broker.factory(), TOPOLOGY, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT0S");
    }
}
