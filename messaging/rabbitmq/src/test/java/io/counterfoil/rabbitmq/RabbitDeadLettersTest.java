package io.counterfoil.rabbitmq;

import static io.counterfoil.rabbitmq.TestQueue.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.testkit.messaging.Collected;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What becomes of rejected messages, and the consumer of dead letters. */
@Tag("SG-1")
class RabbitDeadLettersTest {

    private final TestQueue queue;

    RabbitDeadLettersTest() throws Exception {
        queue = TestQueue.declare();
    }

    @AfterEach
    void stop() throws Exception {
        queue.close();
    }

    private RabbitConsumer.Builder deadLetters() {
        return RabbitConsumer.builder(Broker.factory()).deadLettersOf(queue.name);
    }

    private static boolean exists(String name) throws Exception {
        Channel channel = Broker.channel();
        try {
            return channel.queueDeclarePassive(name) != null;
        } catch (IOException refused) {
            assertThat(refused).cause().hasMessageContaining("NOT_FOUND");
            return false;
        } finally {
            channel.getConnection().abort(Broker.LIMIT_MILLIS);
        }
    }

    @Test
    @Tag("SG-5")
    @Tag("CO-12")
    void messageWithoutATopic_isDeadLetteredAndLogged() throws Exception {
        Collected collected = new Collected();
        queue.channel.queueBind(queue.name, TestQueue.TOPOLOGY.exchange(), "");
        queue.start(queue.consumer(), collected);
        ListAppender<ILoggingEvent> lines = new ListAppender<>() {
            @Override
            protected void append(ILoggingEvent event) {
                // Reads the MDC of the thread that logs.
                event.prepareForDeferredProcessing();
                super.append(event);
            }
        };
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(RabbitConsumer.class);
        logger.setLevel(Level.WARN);
        logger.addAppender(lines);

        queue.channel.basicPublish(
                TestQueue.TOPOLOGY.exchange(),
                "",
                true,
                new BasicProperties.Builder().correlationId("of-the-sender").build(),
                "no topic".getBytes(UTF_8));

        GetResponse dead = queue.deadLetter();
        logger.detachAppender(lines);
        logger.setLevel(null);
        assertThat(List.copyOf(lines.list))
                .filteredOn(
                        line -> line.getFormattedMessage()
                                .equals(
                                        "A message to  becomes a dead letter: topic of a message has 1 to 255 bytes of UTF-8, not 0"))
                .singleElement()
                .extracting(line -> line.getMDCPropertyMap().get(Correlation.MDC_KEY))
                .asString()
                .matches("of-the-sender\\.[A-Za-z0-9_-]{4}");
        assertThat(dead.getBody()).asString(UTF_8).isEqualTo("no topic");
        assertThat(dead.getProps().getHeaders().get(Delivery.REASON))
                .hasToString("topic of a message has 1 to 255 bytes of UTF-8, not 0");
        collected.assertQuiet();
    }

    @Test
    void deadLetter_hasAllThatTheMessageHad() throws Exception {
        Collected collected = new Collected();
        queue.start(queue.consumer(), collected);
        queue.publish(
                "bad",
                new BasicProperties.Builder()
                        .headers(Map.of("number", 1, "text", "t"))
                        .correlationId("abcd.1")
                        .messageId("id-1")
                        .type("a type")
                        .expiration("600000")
                        .build());

        collected.next().reject("no good");

        BasicProperties dead = queue.deadLetter().getProps();
        assertThat(dead.getHeaders())
                .containsEntry("number", 1)
                .extractingByKeys("text", Delivery.TOPIC, Delivery.REASON)
                .map(String::valueOf)
                .containsExactly("t", queue.topic, "no good");
        assertThat(dead.getCorrelationId()).isEqualTo("abcd.1");
        assertThat(dead.getMessageId()).isEqualTo("id-1");
        assertThat(dead.getType()).isEqualTo("a type");
        assertThat(dead.getExpiration()).as("would be lost after a time").isNull();
        assertThat(dead.getDeliveryMode()).isEqualTo(2);
    }

    @Test
    @Tag("SG-5")
    void rejected_whileItCannotBePutAnywhere_isDeliveredAgain() throws Exception {
        Collected collected = new Collected();
        queue.start(queue.consumer(), collected);
        queue.publish("first", "key");
        collected.next().reject("so that the dead letters are connected");
        queue.deadLetter();
        queue.channel.queueDelete(RabbitTopology.deadLetterQueue(queue.name));
        queue.publish("second", "key");

        collected.next().reject("nobody keeps it");

        Delivery again = collected.next();
        assertThat(text(again)).isEqualTo("second");
        assertThat(again.isMaybeRedelivered()).isTrue();
        queue.channel.queueDeclare(
                RabbitTopology.deadLetterQueue(queue.name), true, false, false, Map.of("x-queue-type", "classic"));
        queue.channel.queueBind(
                RabbitTopology.deadLetterQueue(queue.name), TestQueue.TOPOLOGY.deadLetterExchange(), queue.name);
        again.reject("now somebody does");
        assertThat(queue.deadLetter().getBody()).asString(UTF_8).isEqualTo("second");
    }

    @Test
    void deadLetter_hasItsOwnTopicAndTheReason_andCanBeSentAgain() throws Exception {
        Collected collected = new Collected();
        queue.start(queue.consumer(), collected);
        queue.publish("bad", "key");
        collected.next().reject("no good");
        Collected dead = new Collected();
        queue.start(deadLetters(), dead);

        Delivery letter = dead.next();
        assertThat(text(letter)).isEqualTo("bad");
        assertThat(letter.message().topic()).isEqualTo(queue.topic);
        assertThat(letter.message().key()).contains("key");
        assertThat(letter.message().header(Delivery.REASON)).contains("no good");
        assertThat(letter.message().header(Delivery.TOPIC)).contains(queue.topic);

        try (RabbitPublisher publisher =
                RabbitPublisher.of(Broker.factory(), TestQueue.TOPOLOGY, Broker.CONFIRM_LIMIT)) {
            publisher
                    .publish(letter.message())
                    .thenRun(letter::accept)
                    .toCompletableFuture()
                    .get(Broker.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(text(collected.next())).isEqualTo("bad");
        dead.assertQuiet();
    }

    @Test
    void deadLetterOfTheBrokersOwn_hasTheTopicThatTheBrokerNoted() throws Exception {
        queue.publish("late", new BasicProperties.Builder().expiration("0").build());
        Collected dead = new Collected();
        queue.start(deadLetters(), dead);

        Delivery letter = dead.next();

        assertThat(text(letter)).isEqualTo("late");
        assertThat(letter.message().topic()).isEqualTo(queue.topic);
        assertThat(letter.message().header(Delivery.REASON)).isEmpty();
    }

    @Test
    void deadLetter_withoutValidDeathHeader_hasItsRoutingKeyAsTopic() throws Exception {
        Collected dead = new Collected();
        queue.start(deadLetters(), dead);

        for (Object death : List.of("none", List.of(), List.of("none"), List.of(Map.of("routing-keys", List.of())))) {
            put("odd", Map.of("x-death", death));
            Delivery letter = dead.next();
            assertThat(letter.message().topic()).isEqualTo(queue.name);
            letter.accept();
        }
    }

    private void put(String text, Map<String, Object> headers) throws Exception {
        queue.channel.basicPublish(
                TestQueue.TOPOLOGY.deadLetterExchange(),
                queue.name,
                true,
                new BasicProperties.Builder().headers(headers).build(),
                text.getBytes(UTF_8));
        queue.channel.waitForConfirmsOrDie(Broker.LIMIT.toMillis());
    }

    @Test
    void deadLetterThatIsRejected_staysWhereItIs() throws Exception {
        Collected dead = new Collected();
        RabbitConsumer consumer = queue.start(deadLetters(), dead);
        put("bad", Map.of(Delivery.TOPIC, queue.topic, Delivery.REASON, "the first"));

        dead.next().reject("the second");

        Delivery again = dead.next();
        assertThat(text(again)).isEqualTo("bad");
        assertThat(again.isMaybeRedelivered()).isTrue();
        assertThat(again.message().header(Delivery.REASON)).contains("the first");
        consumer.close();
        assertThat(queue.deadLetter().getBody()).asString(UTF_8).isEqualTo("bad");
        assertThat(exists(RabbitTopology.deadLetterQueue(queue.name) + ".dead")).isFalse();
    }

    @Test
    void deadLetterThatCannotBeRead_staysWhereItIs_andHoldsUpNoOther() throws Exception {
        Collected dead = new Collected();
        RabbitConsumer consumer = queue.start(deadLetters(), dead);
        put("no topic", Map.of(Delivery.TOPIC, ""));
        put("other", Map.of(Delivery.TOPIC, queue.topic));

        Delivery other = dead.next();
        assertThat(text(other)).isEqualTo("other");
        other.accept();
        dead.assertQuiet();
        consumer.close();
        assertThat(queue.deadLetter().getBody()).asString(UTF_8).isEqualTo("no topic");
    }

    @Test
    void consumerOfDeadLetters_declaresNothingElse() throws Exception {
        String name = "unheard-of-" + UUID.randomUUID();

        queue.start(RabbitConsumer.builder(Broker.factory()).deadLettersOf(name), new Collected());

        assertThat(exists(RabbitTopology.deadLetterQueue(name))).isTrue();
        assertThat(exists(name)).isFalse();
    }

    @Test
    void topicsForDeadLetters_areRefused() {
        assertThatThrownBy(() -> deadLetters().bind("signal.#").start(new Collected()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(queue.name)
                .hasMessageContaining("signal.#");
        assertThatThrownBy(() -> deadLetters().deadLettersOf("q".repeat(251))).hasMessageContaining("1 to 250 bytes");
    }
}
