package io.counterfoil.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.MessageProperties;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SG-5")
class PrivateRabbitMqTest {

    private static final long LIMIT = 120;

    private static @Nullable PrivateRabbitMq broker;

    @BeforeAll
    static void start() {
        assumeTrue(PrivateRabbitMq.obstacle().isEmpty(), "this machine has a RabbitMQ");
        broker = PrivateRabbitMq.start();
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.close();
        }
    }

    private static PrivateRabbitMq broker() {
        return Objects.requireNonNull(broker);
    }

    @Test
    void restart_afterAKill_hasTheSamePortAndThePersistentMessages() throws Exception {
        try (Connection connection = connect(broker().uri());
                Channel channel = connection.createChannel()) {
            channel.queueDeclare("kept", true, false, false, Map.of());
            channel.confirmSelect();
            byte[] body = "kept".getBytes(StandardCharsets.UTF_8);
            channel.basicPublish("", "kept", MessageProperties.PERSISTENT_BASIC, body);
            channel.waitForConfirmsOrDie(TimeUnit.SECONDS.toMillis(LIMIT));

            broker().flushQueueNames();
            broker().kill();
            assertThatThrownBy(() -> connect(broker().uri())).isInstanceOf(IOException.class);
            broker().restart();
        } catch (AlreadyClosedException dead) {
            assertThat(dead).hasMessageContaining("connection");
        }

        try (Connection connection = connect(broker().uri());
                Channel channel = connection.createChannel()) {
            GetResponse kept = channel.basicGet("kept", true);
            assertThat(kept.getBody()).asString(StandardCharsets.UTF_8).isEqualTo("kept");
        }
    }

    @Test
    void broker_startsNoPortMapper() {
        assumeTrue(RabbitPrograms.script().isPresent(), "no RabbitMQ of this machine");
        // A failed match throws.
        assertThatThrownBy(() -> broker().evaluate("undefined = whereis(rabbit_sup)"))
                .isInstanceOf(UncheckedIOException.class);

        broker().evaluate("undefined = whereis(rabbit_epmd_monitor)");
    }

    @Test
    void closeConnections_notifiesTheClients() throws Exception {
        CompletableFuture<ShutdownSignalException> shutdown = new CompletableFuture<>();
        Connection connection = connect(broker().uri());
        connection.addShutdownListener(shutdown::complete);

        broker().closeConnections();

        assertThat(shutdown.get(LIMIT, TimeUnit.SECONDS)).hasMessageContaining("320");
    }

    @Test
    void cutConnections_givesTheClientsNoReason() throws Exception {
        CompletableFuture<ShutdownSignalException> shutdown = new CompletableFuture<>();
        Connection connection = connect(broker().uri());
        connection.addShutdownListener(shutdown::complete);

        broker().cutConnections();

        assertThat(shutdown.get(LIMIT, TimeUnit.SECONDS)).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void blockPublishers_delaysMessagesUntilUnblocked() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch unblocked = new CountDownLatch(1);
        try (Connection connection = connect(broker().uri());
                Channel channel = connection.createChannel()) {
            connection.addBlockedListener(reason -> blocked.countDown(), unblocked::countDown);
            channel.confirmSelect();
            broker().blockPublishers();
            channel.basicPublish("", "nowhere", MessageProperties.BASIC, new byte[0]);
            assertThat(blocked.await(LIMIT, TimeUnit.SECONDS)).isTrue();

            broker().unblockPublishers();

            assertThat(unblocked.await(LIMIT, TimeUnit.SECONDS)).isTrue();
            channel.waitForConfirmsOrDie(TimeUnit.SECONDS.toMillis(LIMIT));
        }
    }

    @Test
    void close_freesThePort_andRejectsFurtherCalls() {
        PrivateRabbitMq second = PrivateRabbitMq.start();
        assertThat(second.uri()).isNotEqualTo(broker().uri());

        second.close();
        second.close();

        assertThatThrownBy(() -> connect(second.uri())).isInstanceOf(IOException.class);
        assertThatThrownBy(second::restart).isInstanceOf(IllegalStateException.class);
    }

    private static Connection connect(URI uri) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(uri);
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection();
    }
}
