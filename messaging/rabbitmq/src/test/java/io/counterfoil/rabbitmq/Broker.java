package io.counterfoil.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import io.counterfoil.broker.PrivateRabbitMq;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.deadletter.DeadLetterBroker;
import io.counterfoil.rabbitmq.deadletter.RabbitDeadLetters;
import io.counterfoil.rabbitmq.internal.RabbitMessages;
import io.counterfoil.testkit.broker.BrokerAssumptions;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.messaging.BrokerUnderTest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One private RabbitMQ for all tests of a JVM, and this adapter to it. */
final class Broker implements BrokerUnderTest {

    static final Duration LIMIT = Duration.ofMinutes(2);
    static final int LIMIT_MILLIS = (int) LIMIT.toMillis();

    /** Longer than a busy machine may stand still. */
    static final Duration CONFIRM_LIMIT = Duration.ofMinutes(5);

    /** The contract has receivers that work until their consumer is closed. */
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

    private static final Object LOCK = new Object();
    private static @Nullable PrivateRabbitMq shared;

    private final RabbitTopology topology;
    private final RabbitPublisher publisher;

    private Broker(RabbitTopology topology) {
        this.topology = topology;
        this.publisher = RabbitPublisher.of(factory(), topology, CONFIRM_LIMIT);
    }

    /** Asks whether there is one. */
    static Broker with(RabbitTopology topology) {
        server();
        return new Broker(topology);
    }

    static PrivateRabbitMq server() {
        BrokerAssumptions.assumeRabbitMq();
        synchronized (LOCK) {
            PrivateRabbitMq running = shared;
            if (running == null) {
                running = PrivateRabbitMq.start();
                shared = running;
            }
            return running;
        }
    }

    static ConnectionFactory factory() {
        return factory(server().uri());
    }

    static ConnectionFactory factory(URI uri) {
        try {
            ConnectionFactory factory = new ConnectionFactory();
            factory.setUri(uri);
            factory.setHandshakeTimeout((int) CONFIRM_LIMIT.toMillis());
            return factory;
        } catch (Exception refused) {
            throw new IllegalArgumentException("no URI of a RabbitMQ: " + uri, refused);
        }
    }

    /** A channel of the test's own; closing its connection is left to the broker's end. */
    static Channel channel() throws Exception {
        ConnectionFactory factory = factory();
        factory.setAutomaticRecoveryEnabled(false);
        Connection connection = factory.newConnection("a test's own");
        return connection.createChannel();
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
    public AutoCloseable consume(String queue, List<String> patterns, Receiver receiver) throws Exception {
        RabbitConsumer consumer = RabbitConsumer.builder(factory())
                .topology(topology)
                .queue(queue)
                .bind(patterns)
                .closeLimit(CLOSE_LIMIT)
                .start(receiver);
        assertThat(consumer.awaitReceiving(LIMIT)).as("consumes from %s", queue).isTrue();
        return consumer;
    }

    @Override
    public Message nextDeadLetter(String queue) throws Exception {
        Channel channel = channel();
        try (Connection connection = channel.getConnection()) {
            assertThat(connection.isOpen()).isTrue();
            GetResponse dead = await("a dead letter")
                    .atMost(LIMIT)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(5))
                    .until(
                            () -> Optional.ofNullable(channel.basicGet(RabbitTopology.deadLetterQueue(queue), true)),
                            Optional::isPresent)
                    .orElseThrow();
            return RabbitMessages.message(dead.getEnvelope().getRoutingKey(), dead.getProps(), dead.getBody());
        }
    }

    @Override
    public DeadLetterBroker deadLetters() {
        return RabbitDeadLetters.of(factory(), topology);
    }

    @Override
    public void cutConnections() {
        server().cutConnections();
    }

    @Override
    public void restart() {
        // Or RabbitMQ would forget a queue that a test has declared just now.
        server().flushQueueNames();
        server().restart();
    }

    @Override
    public boolean returnsUnroutable() {
        return true;
    }

    @Override
    public boolean redeliversAfterACut() {
        return true;
    }

    void close() {
        publisher.close();
    }
}
