package io.counterfoil.rabbitmq;

import static io.counterfoil.rabbitmq.TestQueue.next;
import static io.counterfoil.rabbitmq.TestQueue.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.ConnectionFactory;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.testkit.messaging.Collected;
import io.counterfoil.testkit.network.ReservedPort;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SG-5")
class RabbitConsumerTest {

    private final TestQueue queue;

    RabbitConsumerTest() throws Exception {
        queue = TestQueue.declare();
    }

    @AfterEach
    void stop() throws Exception {
        queue.close();
    }

    @Test
    @Tag("CO-3")
    @Tag("CO-12")
    void headersThatAreNoText_orTooMany_orTooLong_areLeftOut() throws Exception {
        Collected collected = new Collected();
        queue.start(queue.consumer(), collected);
        Map<String, Object> headers = new HashMap<>();
        headers.put("number", 1);
        headers.put("long", "l".repeat(1_025));
        headers.put("empty", "");
        headers.put("text", "t".repeat(1_024));
        queue.publish(
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
        queue.publish("many", new BasicProperties.Builder().headers(headers).build());

        assertThat(collected.next().message().headers()).hasSize(Message.MAX_HEADERS);
    }

    @Test
    void mandatoryMessage_showsNothingOfHowItWasPublished() throws Exception {
        Collected collected = new Collected();
        queue.start(queue.consumer(), collected);
        try (RabbitPublisher publisher =
                RabbitPublisher.of(Broker.factory(), TestQueue.TOPOLOGY, Broker.CONFIRM_LIMIT)) {
            publisher
                    .publish(Message.of(queue.topic, new byte[0]).mandatory())
                    .toCompletableFuture()
                    .get(Broker.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }

        assertThat(collected.next().message().headers()).isEmpty();
    }

    @Test
    void messagesOfOneKey_comeOneAfterTheOther_andHoldUpNoOther() throws Exception {
        BlockingQueue<String> begun = new LinkedBlockingQueue<>();
        CountDownLatch free = new CountDownLatch(1);
        queue.start(queue.consumer().threads(2), delivery -> {
            begun.add(text(delivery));
            if (text(delivery).equals("a1")) {
                await(free);
            }
            delivery.accept();
        });
        queue.publish("a1", "a");
        assertThat(next(begun)).isEqualTo("a1");
        for (int i = 2; i <= 5; i++) {
            queue.publish("a" + i, "a");
        }
        queue.publish("b1", "b");
        queue.publish("b2", "b");

        assertThat(next(begun)).isEqualTo("b1");
        assertThat(next(begun)).isEqualTo("b2");
        free.countDown();
        for (int i = 2; i <= 5; i++) {
            assertThat(next(begun)).isEqualTo("a" + i);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(Broker.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("nobody interrupts", interrupted);
        }
    }

    @Test
    void givingOneBack_leavesTheOthersOnHand() throws Exception {
        Collected collected = new Collected();
        queue.start(queue.consumer().threads(1), collected);
        for (int i = 0; i < 3; i++) {
            queue.publish("" + i, "key-" + i);
        }

        List<Delivery> held = collected.next(3);
        assertThat(held).noneMatch(Delivery::isMaybeRedelivered);
        held.get(2).giveBack();

        Delivery again = collected.next();
        assertThat(text(again)).isEqualTo("2");
        assertThat(again.isMaybeRedelivered()).isTrue();
        collected.assertQuiet();
        held.get(0).accept();
        held.get(1).giveBack();
        assertThat(text(collected.next())).isEqualTo("1");
        collected.assertQuiet();
    }

    @Test
    void prefetch_boundsWhatIsUnsettled() throws Exception {
        Collected collected = new Collected();
        queue.start(queue.consumer().prefetch(3), collected);
        for (int i = 0; i < 5; i++) {
            queue.publish("" + i, "key-" + i);
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
        queue.start(queue.consumer(), delivery -> {
            calls.add(System.nanoTime());
            throw new IllegalStateException("always");
        });
        queue.publish("one", "key");

        long first = next(calls);
        next(calls);
        long third = next(calls);

        assertThat(Duration.ofNanos(third - first)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void receiverThatGivesBackAlways_isNotCalledAllTheTime() throws Exception {
        BlockingQueue<Long> calls = new LinkedBlockingQueue<>();
        queue.start(queue.consumer(), delivery -> {
            calls.add(System.nanoTime());
            delivery.giveBack();
        });
        queue.publish("one", "key");

        long first = next(calls);
        next(calls);
        long third = next(calls);

        assertThat(Duration.ofNanos(third - first)).isGreaterThanOrEqualTo(Duration.ofMillis(500));
    }

    @Test
    void receiverThatSettlesAndThrows_getsNothingAgain() throws Exception {
        Collected collected = new Collected();
        queue.start(queue.consumer(), delivery -> {
            collected.receive(delivery);
            if (text(delivery).equals("settled")) {
                delivery.accept();
            }
            if (!text(delivery).equals("held") && !delivery.isMaybeRedelivered()) {
                // An error too: its message would be on hand for ever.
                throw new AssertionError("this once");
            }
        });
        queue.publish("held", "other key");
        collected.next();

        queue.publish("settled", "key");
        queue.publish("unsettled", "key");

        assertThat(collected.next(2)).extracting(TestQueue::text).containsExactly("settled", "unsettled");
        // What was thrown first would have been given back first; the broker would have ended the session over it.
        assertThat(text(collected.next())).isEqualTo("unsettled");
        collected.assertQuiet();
    }

    @Test
    void settlingMoreThanOnce_countsOnce() throws Exception {
        Collected collected = new Collected();
        queue.start(queue.consumer(), collected);
        queue.publish("held", "other key");
        collected.next();
        queue.publish("one", "key");

        Delivery one = collected.next();
        one.giveBack();
        settle(one);
        Delivery again = collected.next();
        assertThat(text(again)).isEqualTo("one");
        again.reject("no good");
        settle(again);
        assertThat(queue.deadLetter().getBody()).asString(UTF_8).isEqualTo("one");
        queue.publish("two", "key");
        Delivery two = collected.next();
        two.accept();
        settle(two);

        assertThat(text(two)).isEqualTo("two");
        // The broker ends the session over what is settled twice: "held" would come again.
        collected.assertQuiet();
    }

    private static void settle(Delivery delivery) {
        delivery.accept();
        delivery.giveBack();
        delivery.reject("too late");
    }

    @Test
    void queueThatIsDeleted_isMadeAgain_andConsumed() throws Exception {
        Collected collected = new Collected();
        queue.start(queue.consumer(), collected);
        queue.channel.queueDelete(queue.name);

        try (RabbitPublisher publisher =
                RabbitPublisher.of(Broker.factory(), TestQueue.TOPOLOGY, Broker.CONFIRM_LIMIT)) {
            Message message = Message.of(queue.topic, "after".getBytes(UTF_8)).mandatory();
            Awaitility.await("a queue for the message")
                    .atMost(Broker.LIMIT)
                    .until(() -> publisher
                            .publish(message)
                            .handle((done, returned) -> returned == null)
                            .toCompletableFuture()
                            .get(Broker.LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
        assertThat(text(collected.next())).isEqualTo("after");
    }

    @Test
    void connectionThatTheBrokerCloses_isOpenedAgain() throws Exception {
        Collected collected = new Collected();
        queue.start(queue.consumer(), collected);
        queue.publish("one", "key");
        collected.next();

        Broker.server().closeConnections();

        Delivery again = collected.next();
        assertThat(again.isMaybeRedelivered()).isTrue();
        again.accept();
    }

    @Test
    void consumerWithoutABroker_triesMoreAndMoreSeldom_andCanBeClosed() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        try (ReservedPort nobody = ReservedPort.any()) {
            ConnectionFactory factory = Broker.factory(URI.create("amqp://127.0.0.1:" + nobody.number()));
            factory.setSocketConfigurator(socket -> tries.incrementAndGet());
            long begin = System.nanoTime();
            try (RabbitConsumer lonely =
                    RabbitConsumer.builder(factory).queue(queue.name).start(new Collected())) {
                assertThat(lonely.awaitReceiving(Duration.ofSeconds(1))).isFalse();
                assertThat(lonely.isReceiving()).isFalse();
                Awaitility.await("a try").atMost(Broker.LIMIT).until(() -> tries.get() > 0);
            }
            // After pauses of 100, 200, 400 ms and so on.
            long pauses =
                    (System.nanoTime() - begin) / Reconnector.PAUSES.first().toNanos() + 1;
            assertThat(tries).hasValueBetween(1, 65 - Long.numberOfLeadingZeros(pauses));
        }
    }

    @Test
    void consumerThatIsClosed_receivesNothingMore() throws Exception {
        Collected collected = new Collected();
        RabbitConsumer consumer = queue.start(queue.consumer(), collected);
        consumer.close();
        consumer.close();

        queue.publish("one", "key");

        collected.assertQuiet();
        assertThat(consumer.isReceiving()).isFalse();
        assertThat(queue.channel.messageCount(queue.name)).isOne();
    }

    @Test
    void settingsThatCannotBe_areRefusedWithTheirLimit() {
        RabbitConsumer.Builder builder = RabbitConsumer.builder(Broker.factory());
        assertThatThrownBy(() -> builder.prefetch(0)).hasMessage("prefetch must be 1 to 65535, not 0");
        assertThatThrownBy(() -> builder.prefetch(65_536)).hasMessage("prefetch must be 1 to 65535, not 65536");
        assertThatThrownBy(() -> builder.threads(0)).hasMessage("threads must be 1 to 1000, not 0");
        assertThatThrownBy(() -> builder.bind("")).hasMessageContaining("1 to 255 bytes");
        assertThatThrownBy(() -> builder.queue("q".repeat(251))).hasMessageContaining("1 to 250 bytes");
        assertThatThrownBy(() -> builder.start(new Collected()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("queue");
        assertThatThrownBy(() -> RabbitTopology.DEFAULT.withExchange(""))
                .hasMessageContaining("exchange")
                .hasMessageContaining("1 to 255");
        assertThatThrownBy(() -> RabbitTopology.DEFAULT.withDeadLetterExchange("counterfoil.control"))
                .hasMessageContaining("must differ from the exchange");
    }
}
