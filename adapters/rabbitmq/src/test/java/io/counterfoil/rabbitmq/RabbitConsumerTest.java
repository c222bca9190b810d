package io.counterfoil.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.testkit.messaging.Collected;
import io.counterfoil.testkit.network.ReservedPort;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SG-5")
class RabbitConsumerTest {

    private static final RabbitTopology TOPOLOGY = RabbitTopology.DEFAULT;

    private final String queue = "consumer-" + UUID.randomUUID();
    private final String topic = "signal.try." + queue;
    private final List<RabbitConsumer> consumers = new ArrayList<>();
    private Channel channel;

    @BeforeEach
    void start() throws Exception {
        channel = Broker.channel();
        TOPOLOGY.declareQueue(channel, queue, List.of(topic));
        channel.confirmSelect();
    }

    @AfterEach
    void stop() throws Exception {
        consumers.forEach(RabbitConsumer::close);
        if (channel.getConnection().isOpen()) {
            channel.getConnection().close();
        }
    }

    private RabbitConsumerBuilder consumer() {
        return RabbitConsumer.on(Broker.factory()).queue(queue).bind(topic);
    }

    private RabbitConsumer start(RabbitConsumerBuilder builder, Receiver receiver) throws InterruptedException {
        RabbitConsumer consumer = builder.start(receiver);
        consumers.add(consumer);
        assertThat(consumer.awaitReceiving(Broker.LIMIT)).isTrue();
        return consumer;
    }

    private void publish(String text, BasicProperties properties) throws Exception {
        channel.basicPublish(TOPOLOGY.exchange(), topic, true, properties, text.getBytes(UTF_8));
        channel.waitForConfirmsOrDie(Broker.LIMIT.toMillis());
    }

    private void publish(String text, String key) throws Exception {
        publish(text, RabbitMessages.properties(Message.of(topic, new byte[0]).withKey(key)));
    }

    private static String text(Delivery delivery) {
        return new String(delivery.message().body(), UTF_8);
    }

    private GetResponse deadLetter() throws Exception {
        long end = System.nanoTime() + Broker.LIMIT.toNanos();
        while (System.nanoTime() < end) {
            GetResponse dead = channel.basicGet(RabbitTopology.deadLetterQueue(queue), true);
            if (dead != null) {
                return dead;
            }
        }
        throw new AssertionError("no dead letter");
    }

    @Test
    @Tag("CO-3")
    void headersThatAreNoText_orTooMany_orTooLong_areLeftOut() throws Exception {
        Collected collected = new Collected();
        start(consumer(), collected);
        Map<String, Object> headers = new HashMap<>();
        headers.put("number", 1);
        headers.put("long", "l".repeat(1_025));
        headers.put("empty", "");
        headers.put("text", "t".repeat(1_024));
        publish(
                "few",
                new BasicProperties.Builder()
                        .headers(headers)
                        .correlationId("abcd")
                        .messageId("")
                        .build());
        Delivery few = collected.next();
        assertThat(few.message().headers()).containsOnly(Map.entry("empty", ""), Map.entry("text", "t".repeat(1_024)));
        assertThat(few.message().correlationId()).contains("abcd");
        assertThat(few.message().id()).isEmpty();

        for (int i = 0; i < 40; i++) {
            headers.put("text-" + i, "t");
        }
        publish("many", new BasicProperties.Builder().headers(headers).build());

        assertThat(collected.next().message().headers()).hasSize(Message.MAX_HEADERS);
    }

    @Test
    void mandatoryMessage_showsNothingOfHowItWasPublished() throws Exception {
        Collected collected = new Collected();
        start(consumer(), collected);
        try (RabbitPublisher publisher = RabbitPublisher.on(Broker.factory(), TOPOLOGY)) {
            publisher
                    .publish(Message.of(topic, new byte[0]).mandatory())
                    .toCompletableFuture()
                    .get(Broker.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }

        assertThat(collected.next().message().headers()).isEmpty();
    }

    @Test
    void messageWithoutATopic_isADeadLetter() throws Exception {
        Collected collected = new Collected();
        channel.queueBind(queue, TOPOLOGY.exchange(), "");
        start(consumer(), collected);

        channel.basicPublish(TOPOLOGY.exchange(), "", true, new BasicProperties(), "no topic".getBytes(UTF_8));

        GetResponse dead = deadLetter();
        assertThat(dead.getBody()).asString(UTF_8).isEqualTo("no topic");
        assertThat(dead.getProps().getHeaders().get(Delivery.REASON))
                .hasToString("topic of a message has 1 to 255 bytes of UTF-8, not 0");
        collected.assertQuiet();
    }

    @Test
    @Tag("SG-1")
    void deadLetter_hasAllThatTheMessageHad() throws Exception {
        Collected collected = new Collected();
        start(consumer(), collected);
        publish(
                "bad",
                new BasicProperties.Builder()
                        .headers(Map.of("number", 1, "text", "t"))
                        .correlationId("abcd.1")
                        .messageId("id-1")
                        .type("a type")
                        .expiration("600000")
                        .build());

        collected.next().reject("no good");

        BasicProperties dead = deadLetter().getProps();
        assertThat(dead.getHeaders())
                .containsEntry("number", 1)
                .extractingByKeys("text", Delivery.TOPIC, Delivery.REASON)
                .map(String::valueOf)
                .containsExactly("t", topic, "no good");
        assertThat(dead.getCorrelationId()).isEqualTo("abcd.1");
        assertThat(dead.getMessageId()).isEqualTo("id-1");
        assertThat(dead.getType()).isEqualTo("a type");
        assertThat(dead.getExpiration()).as("would be lost after a time").isNull();
        assertThat(dead.getDeliveryMode()).isEqualTo(2);
    }

    @Test
    void rejected_whileItCannotBePutAnywhere_isDeliveredAgain() throws Exception {
        Collected collected = new Collected();
        start(consumer(), collected);
        publish("first", "key");
        collected.next().reject("so that the dead letters are connected");
        deadLetter();
        channel.queueDelete(RabbitTopology.deadLetterQueue(queue));
        publish("second", "key");

        collected.next().reject("nobody keeps it");

        Delivery again = collected.next();
        assertThat(text(again)).isEqualTo("second");
        assertThat(again.isMaybeRedelivered()).isTrue();
        channel.queueDeclare(
                RabbitTopology.deadLetterQueue(queue), true, false, false, Map.of("x-queue-type", "classic"));
        channel.queueBind(RabbitTopology.deadLetterQueue(queue), TOPOLOGY.deadLetterExchange(), queue);
        again.reject("now somebody does");
        assertThat(deadLetter().getBody()).asString(UTF_8).isEqualTo("second");
    }

    @Test
    void messagesOfOneKey_comeOneAfterTheOther_andHoldUpNoOther() throws Exception {
        BlockingQueue<String> begun = new LinkedBlockingQueue<>();
        CountDownLatch free = new CountDownLatch(1);
        start(consumer().threads(2), delivery -> {
            begun.add(text(delivery));
            if (text(delivery).equals("a1")) {
                await(free);
            }
            delivery.accept();
        });
        publish("a1", "a");
        assertThat(begun.poll(30, TimeUnit.SECONDS)).isEqualTo("a1");
        for (int i = 2; i <= 5; i++) {
            publish("a" + i, "a");
        }
        publish("b1", "b");
        publish("b2", "b");

        assertThat(begun.poll(30, TimeUnit.SECONDS)).isEqualTo("b1");
        assertThat(begun.poll(30, TimeUnit.SECONDS)).isEqualTo("b2");
        free.countDown();
        for (int i = 2; i <= 5; i++) {
            assertThat(begun.poll(30, TimeUnit.SECONDS)).isEqualTo("a" + i);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("nobody interrupts", interrupted);
        }
    }

    @Test
    void prefetch_boundsWhatIsUnsettled() throws Exception {
        Collected collected = new Collected();
        start(consumer().prefetch(3), collected);
        for (int i = 0; i < 5; i++) {
            publish("" + i, "key-" + i);
        }

        List<Delivery> first = collected.next(3);
        collected.assertQuiet();
        first.get(1).accept();
        collected.next();
        collected.assertQuiet();
    }

    @Test
    void receiverThatAlwaysThrows_isNotCalledAllTheTime() throws Exception {
        BlockingQueue<Long> calls = new LinkedBlockingQueue<>();
        start(consumer(), delivery -> {
            calls.add(System.nanoTime());
            throw new IllegalStateException("always");
        });
        publish("one", "key");

        long first = calls.take();
        calls.take();
        long third = calls.take();

        assertThat(Duration.ofNanos(third - first)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void receiverThatGivesBackAlways_isNotCalledAllTheTime() throws Exception {
        BlockingQueue<Long> calls = new LinkedBlockingQueue<>();
        start(consumer(), delivery -> {
            calls.add(System.nanoTime());
            delivery.giveBack();
        });
        publish("one", "key");

        long first = calls.take();
        calls.take();
        long third = calls.take();

        assertThat(Duration.ofNanos(third - first)).isGreaterThanOrEqualTo(Duration.ofMillis(500));
    }

    @Test
    void receiverThatSettlesAndThrows_getsNothingAgain() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Collected collected = new Collected();
        start(consumer(), delivery -> {
            calls.incrementAndGet();
            delivery.accept();
            collected.receive(delivery);
            throw new IllegalStateException("afterwards");
        });
        publish("one", "key");
        collected.next();
        publish("two", "key");

        assertThat(text(collected.next())).isEqualTo("two");
        assertThat(calls).hasValue(2);
    }

    @Test
    void queueThatIsDeleted_isMadeAgain_andConsumed() throws Exception {
        Collected collected = new Collected();
        start(consumer(), collected);
        channel.queueDelete(queue);

        try (RabbitPublisher publisher = RabbitPublisher.on(Broker.factory(), TOPOLOGY)) {
            Message message = Message.of(topic, "after".getBytes(UTF_8)).mandatory();
            boolean confirmed = false;
            long end = System.nanoTime() + Broker.LIMIT.toNanos();
            while (!confirmed && System.nanoTime() < end) {
                confirmed = publisher
                        .publish(message)
                        .handle((done, returned) -> returned == null)
                        .toCompletableFuture()
                        .get(30, TimeUnit.SECONDS);
            }
        }
        assertThat(text(collected.next())).isEqualTo("after");
    }

    @Test
    void connectionThatTheBrokerCloses_isOpenedAgain() throws Exception {
        Collected collected = new Collected();
        start(consumer(), collected);
        publish("one", "key");
        collected.next();

        Broker.server().closeConnections();

        Delivery again = collected.next();
        assertThat(again.isMaybeRedelivered()).isTrue();
        again.accept();
    }

    @Test
    void consumerWithoutABroker_isNotReceiving_andCanBeClosed() throws Exception {
        try (ReservedPort nobody = ReservedPort.any();
                RabbitConsumer lonely = RabbitConsumer.on(
                                Broker.factory(URI.create("amqp://127.0.0.1:" + nobody.number())))
                        .queue(queue)
                        .start(new Collected())) {
            assertThat(lonely.awaitReceiving(Duration.ofMillis(200))).isFalse();
            assertThat(lonely.isReceiving()).isFalse();
        }
    }

    @Test
    void consumerThatIsClosed_receivesNothingMore() throws Exception {
        Collected collected = new Collected();
        RabbitConsumer consumer = start(consumer(), collected);
        consumer.close();
        consumer.close();

        publish("one", "key");

        collected.assertQuiet();
        assertThat(consumer.isReceiving()).isFalse();
        assertThat(channel.messageCount(queue)).isOne();
    }

    @Test
    void settingsThatCannotBe_areRefusedWithTheirLimit() {
        RabbitConsumerBuilder builder = RabbitConsumer.on(Broker.factory());
        assertThatThrownBy(() -> builder.prefetch(0)).hasMessage("prefetch is 1 to 65535, not 0");
        assertThatThrownBy(() -> builder.prefetch(65_536)).hasMessage("prefetch is 1 to 65535, not 65536");
        assertThatThrownBy(() -> builder.threads(0)).hasMessage("threads are 1 to 1000, not 0");
        assertThatThrownBy(() -> builder.bind("")).hasMessageContaining("1 to 255 bytes");
        assertThatThrownBy(() -> builder.queue("q".repeat(251))).hasMessageContaining("1 to 250 bytes");
        assertThatThrownBy(() -> builder.start(new Collected()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("queue");
        assertThatThrownBy(() -> RabbitTopology.DEFAULT.withExchange(""))
                .hasMessageContaining("exchange")
                .hasMessageContaining("1 to 255");
        assertThatThrownBy(() -> RabbitTopology.DEFAULT.withDeadLetterExchange("counterfoil.control"))
                .hasMessageContaining("cannot be the exchange");
    }
}
