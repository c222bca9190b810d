package io.counterfoil.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.rabbitmq.internal.RabbitMessages;
import io.counterfoil.testkit.messaging.Collected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** A queue of one test's own, with its consumers, and a connection beside theirs. For the thread of one test. */
final class TestQueue implements AutoCloseable {

    static final RabbitTopology TOPOLOGY = RabbitTopology.DEFAULT;

    final String name = "queue-" + UUID.randomUUID();
    final String topic = "signal.try." + name;
    final Channel channel;

    private final List<RabbitConsumer> consumers = new ArrayList<>();

    private TestQueue(Channel channel) {
        this.channel = channel;
    }

    /** It exists, and gets the messages of its topic. */
    static TestQueue declare() throws Exception {
        TestQueue queue = new TestQueue(Broker.channel());
        TOPOLOGY.declareQueue(queue.channel, queue.name, List.of(queue.topic));
        queue.channel.confirmSelect();
        return queue;
    }

    RabbitConsumer.Builder consumer() {
        return RabbitConsumer.builder(Broker.factory()).queue(name).bind(topic);
    }

    /** Starts it, waits until it receives, and closes it at the test's end. */
    RabbitConsumer start(RabbitConsumer.Builder builder, Receiver receiver) throws InterruptedException {
        RabbitConsumer consumer = builder.start(receiver);
        consumers.add(consumer);
        assertThat(consumer.awaitReceiving(Broker.LIMIT)).isTrue();
        return consumer;
    }

    void publish(String text, BasicProperties properties) throws Exception {
        channel.basicPublish(TOPOLOGY.exchange(), topic, true, properties, text.getBytes(UTF_8));
        channel.waitForConfirmsOrDie(Broker.LIMIT.toMillis());
    }

    void publish(String text, String key) throws Exception {
        publish(text, RabbitMessages.properties(Message.of(topic, new byte[0]).withKey(key)));
    }

    /** The next dead letter, which is taken away. */
    GetResponse deadLetter() throws Exception {
        return await("a dead letter")
                .atMost(Broker.LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(
                        () -> Optional.ofNullable(channel.basicGet(RabbitTopology.deadLetterQueue(name), true)),
                        Optional::isPresent)
                .orElseThrow();
    }

    /** Asks a consumer that comes now: fails when anything is left. */
    void assertNothingIsLeft() throws Exception {
        Collected collected = new Collected();
        // One thread: in the order of the queue, and what came back is at its head.
        start(consumer().threads(1), collected);
        publish("last", "key");
        assertThat(text(collected.next())).isEqualTo("last");
    }

    static String text(Delivery delivery) {
        return new String(delivery.message().body(), UTF_8);
    }

    static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(Broker.LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(next).as("the next within %s", Broker.LIMIT).isNotNull();
        return next;
    }

    @Override
    public void close() {
        consumers.forEach(RabbitConsumer::close);
        // Not close: the broker may be closing it at this moment.
        channel.getConnection().abort(Broker.LIMIT_MILLIS);
    }
}
