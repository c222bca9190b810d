package io.counterfoil.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.deadletter.DeadLetterException;
import io.counterfoil.rabbitmq.deadletter.RabbitDeadLetters;
import io.counterfoil.testkit.messaging.Collected;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is RabbitMQ's own about dead letters that are requeued; the rest is the contract's. */
@Tag("SG-5")
@Tag("CN-6")
class RabbitRequeueTest {

    private final RabbitDeadLetters letters = RabbitDeadLetters.of(Broker.factory(), TestQueue.TOPOLOGY);
    private final Collected collected = new Collected();
    private final TestQueue queue;

    RabbitRequeueTest() throws Exception {
        queue = TestQueue.declare();
    }

    @AfterEach
    void stop() throws Exception {
        queue.close();
    }

    /** Publishes it, and rejects it; returns once it is in the queue of dead letters. */
    private MessageOrigin reject(String text) throws Exception {
        long before = dead();
        queue.publish(
                text,
                new BasicProperties.Builder()
                        .messageId(text)
                        .headers(Map.of("colour", "blue"))
                        .build());
        Delivery delivery = collected.next();
        MessageOrigin origin = delivery.origin().orElseThrow();
        delivery.reject("no good");
        await().atMost(Broker.LIMIT).pollDelay(Duration.ZERO).until(() -> dead() > before);
        return origin;
    }

    private long dead() throws IOException {
        return queue.channel.messageCount(RabbitTopology.deadLetterQueue(queue.name));
    }

    @Test
    void requeuedMessage_reachesOnlyTheQueueItCameFrom() throws Exception {
        queue.start(queue.consumer(), collected);
        try (TestQueue other = TestQueue.declare()) {
            other.channel.queueBind(other.name, TestQueue.TOPOLOGY.exchange(), queue.topic);
            MessageOrigin origin = reject("m");
            assertThat(other.channel.basicGet(other.name, true))
                    .as("the first copy")
                    .isNotNull();

            assertThat(letters.requeue(origin)).isTrue();

            Delivery again = collected.next();
            assertThat(again.message().topic()).isEqualTo(queue.topic);
            assertThat(again.message().headers())
                    .containsEntry("colour", "blue")
                    .doesNotContainKeys(Delivery.REASON, Delivery.TOPIC);
            again.accept();
            assertThat(other.channel.basicGet(other.name, true)).isNull();
            assertThat(dead()).isZero();
        }
    }

    @Test
    void requeueOfTheLast_leavesTheOthersInTheirOrder() throws Exception {
        queue.start(queue.consumer(), collected);
        reject("a");
        reject("b");
        MessageOrigin last = reject("c");

        assertThat(letters.requeue(last)).isTrue();

        assertThat(List.of(queue.deadLetter(), queue.deadLetter()))
                .extracting(letter -> new String(letter.getBody(), UTF_8))
                .containsExactly("a", "b");
    }

    @Test
    void discardedDeadLetter_leavesTheQueue() throws Exception {
        queue.start(queue.consumer(), collected);
        MessageOrigin origin = reject("m");

        assertThat(letters.discard(origin)).isTrue();

        assertThat(dead()).isZero();
        assertThat(letters.discard(origin)).isFalse();
    }

    @Test
    void deadLetterThatIsNotThere_isNotRequeued() throws Exception {
        queue.start(queue.consumer(), collected);
        MessageOrigin origin = reject("m");
        queue.deadLetter();

        assertThat(letters.requeue(origin)).isFalse();
    }

    @Test
    void queueOfDeadLettersThatIsNotThere_hasNone() {
        MessageOrigin origin = new MessageOrigin("rabbitmq", "no-queue", "no-queue.dead", "letter");

        assertThat(letters.requeue(origin)).isFalse();
        assertThat(letters.discard(origin)).isFalse();
    }

    @Test
    void requeueToAQueueThatIsGone_leavesTheDeadLetter() throws Exception {
        queue.start(queue.consumer(), collected);
        MessageOrigin origin = reject("m");
        MessageOrigin gone = new MessageOrigin("rabbitmq", "gone", origin.deadLetters(), origin.letter());

        assertThatThrownBy(() -> letters.requeue(gone))
                .isInstanceOf(DeadLetterException.class)
                .hasStackTraceContaining("gone");

        GetResponse kept = queue.deadLetter();
        assertThat(kept.getBody()).asString(UTF_8).isEqualTo("m");
    }

    /** As when the process fails in between. */
    @Test
    void requeueThatEndsBeforeTheDeadLetterIsRemoved_canBeRepeated() throws Exception {
        queue.start(queue.consumer(), collected);
        MessageOrigin origin = reject("m");
        RabbitDeadLetters failing = RabbitDeadLetters.on(
                work -> {
                    try (Connection connection = Broker.factory().newConnection("fails");
                            Channel channel = connection.createChannel()) {
                        return work.on(withoutAcknowledgements(channel));
                    }
                },
                TestQueue.TOPOLOGY);

        assertThatThrownBy(() -> failing.requeue(origin)).isInstanceOf(DeadLetterException.class);

        assertThat(TestQueue.text(collected.next())).isEqualTo("m");
        assertThat(letters.requeue(origin)).isTrue();
        assertThat(TestQueue.text(collected.next())).isEqualTo("m");
        assertThat(dead()).isZero();
    }

    private static Channel withoutAcknowledgements(Channel channel) {
        return (Channel) Proxy.newProxyInstance(
                Channel.class.getClassLoader(), new Class<?>[] {Channel.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("basicAck")) {
                        throw new IOException("the process fails");
                    }
                    try {
                        return method.invoke(channel, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }
}
