package io.counterfoil.springmessaging.rabbit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.rabbitmq.RabbitTopology;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.testkit.messaging.BrokerUnderTest;
import io.counterfoil.testkit.messaging.Collected;
import io.counterfoil.testkit.messaging.DeliveryContract;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.core.TopicExchange;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;

@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(SpringBroker.LOCK)
class SpringAmqpDeliveryTest extends DeliveryContract {

    private static SpringBroker broker;

    @BeforeAll
    static void start() {
        broker = new SpringBroker();
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.connections.destroy();
        }
    }

    @Override
    protected BrokerUnderTest broker() {
        return broker;
    }

    @Test
    void containerThatAcknowledgesByItself_isRefused() {
        RabbitTemplatePublisher publisher =
                new RabbitTemplatePublisher(broker.connections, RabbitTopology.DEFAULT, Duration.ofSeconds(1));
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(broker.connections);
        container.setQueueNames("any");
        container.setAcknowledgeMode(AcknowledgeMode.AUTO);
        assertThatThrownBy(() -> {
                    container.setMessageListener(new ReceiverListeners(publisher, RabbitTopology.DEFAULT)
                            .listener(delivery -> delivery.accept()));
                    container.afterPropertiesSet();
                    container.start();
                })
                .rootCause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("MANUAL");
    }

    @Test
    @Tag("SG-5")
    void receiverThrowingAnError_getsARedelivery_containerContinues() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Collected collected = new Collected();
        String name = UUID.randomUUID().toString();
        AutoCloseable consumer = broker.consume("queue-" + name, List.of("signal." + name), delivery -> {
            if (calls.incrementAndGet() == 1) {
                throw new AssertionError("an error, this once");
            }
            collected.receive(delivery);
        });
        try (consumer) {
            for (String text : List.of("one", "two")) {
                Message message = Message.of("signal." + name, text.getBytes(UTF_8));
                broker.publisher().publish(message).toCompletableFuture().get(5, TimeUnit.MINUTES);
            }

            List<Delivery> both = collected.next(2);

            assertThat(both)
                    .extracting(delivery -> new String(delivery.message().body(), UTF_8))
                    .containsExactlyInAnyOrder("one", "two");
            both.forEach(Delivery::accept);
        }
    }

    @Test
    void messageThatTheBrokerRefuses_isNotConfirmed() {
        RabbitAdmin admin = new RabbitAdmin(broker.connections);
        String name = UUID.randomUUID().toString();
        Queue full = QueueBuilder.durable("full-" + name)
                .maxLength(1L)
                .overflow(QueueBuilder.Overflow.rejectPublish)
                .build();
        TopicExchange exchange = new TopicExchange(RabbitTopology.DEFAULT.exchange());
        admin.declareExchange(exchange);
        admin.declareQueue(full);
        admin.declareBinding(BindingBuilder.bind(full).to(exchange).with("full." + name));
        Message message = Message.of("full." + name, new byte[0]);

        assertThatThrownBy(() -> {
                    // More than it takes in one stroke, before it notices that it is full.
                    for (int i = 0; i < 100; i++) {
                        broker.publisher()
                                .publish(message)
                                .toCompletableFuture()
                                .get(5, TimeUnit.MINUTES);
                    }
                })
                .cause()
                .isInstanceOfSatisfying(
                        PublishException.class,
                        refused -> assertThat(refused.isReturned()).isFalse());
        admin.deleteQueue(full.getName());
    }

    @Test
    @Tag("SG-5")
    void whatFollowsAConfirm_mayWaitForTheBroker() throws Exception {
        String name = UUID.randomUUID().toString();
        RabbitAdmin admin = new RabbitAdmin(broker.connections);
        AutoCloseable consumer = broker.consume("queue-" + name, List.of("signal." + name), new Collected());
        try (consumer) {
            for (int i = 0; i < 100; i++) {
                var asked = broker.publisher()
                        .publish(Message.of("signal." + name, new byte[] {1}))
                        .thenApply(confirmed -> admin.getQueueInfo("queue-" + name));

                assertThat(asked.toCompletableFuture().get(2, TimeUnit.MINUTES)).isNotNull();
            }
        }
    }

    /**
     * A header that RabbitMQ takes for further routing keys, of another type than those have. Repeated, because the broker's answer may
     * arrive before or after the channel goes back to Spring's cache.
     */
    @Test
    @Tag("SG-5")
    void messageThatClosesTheChannel_isRefused() {
        Message message = Message.of("signal.a", new byte[0]).withHeader("CC", "not a list");

        for (int i = 0; i < 50; i++) {
            assertThat(failure(message))
                    .hasMessageContaining("PRECONDITION_FAILED")
                    .isInstanceOfSatisfying(
                            PublishException.class,
                            failure -> assertThat(failure.isRefused()).isTrue());
        }
    }

    /** Of a message that was sent: one that was given the channel which the one before has closed is published again, as the outbox does. */
    private Throwable failure(Message message) {
        Throwable failure;
        do {
            ExecutionException failed = catchThrowableOfType(
                    ExecutionException.class,
                    () -> broker.publisher()
                            .publish(message)
                            .toCompletableFuture()
                            .get(5, TimeUnit.MINUTES));
            failure = requireNonNull(failed.getCause());
        } while (String.valueOf(failure.getMessage()).endsWith("PublisherCallbackChannel is closed"));
        return failure;
    }

    @Test
    void brokerThatSaysNothing_failsThePublish_withinItsTime() {
        RabbitTemplatePublisher hasty =
                new RabbitTemplatePublisher(broker.connections, RabbitTopology.DEFAULT, Duration.ofMillis(200));
        SpringBroker.server().blockPublishers();
        try {
            assertThatThrownBy(() -> {
                        // The broker may take the one by which it notices that this connection publishes.
                        for (int i = 0; i < 5; i++) {
                            hasty.publish(Message.of("signal.a", new byte[100]))
                                    .toCompletableFuture()
                                    .get(5, TimeUnit.MINUTES);
                        }
                    })
                    .cause()
                    .isInstanceOf(PublishException.class)
                    .hasMessageContaining("signal.a");
        } finally {
            SpringBroker.server().unblockPublishers();
        }
    }

    @Test
    @Tag("SG-5")
    void rejectedDelivery_whoseDeadLetterHasNowhereToGo_isMadeAgain() throws Exception {
        String name = UUID.randomUUID().toString();
        Collected collected = new Collected();
        AutoCloseable consumer = broker.consume("queue-" + name, List.of("signal." + name), collected);
        try (consumer) {
            RabbitAdmin admin = new RabbitAdmin(broker.connections);
            admin.deleteQueue(RabbitTopology.deadLetterQueue("queue-" + name));
            broker.publisher()
                    .publish(Message.of("signal." + name, new byte[] {1}))
                    .toCompletableFuture()
                    .get(5, TimeUnit.MINUTES);

            collected.next().reject("no");

            Delivery again = collected.next();
            assertThat(again.message().body()).containsExactly(1);
            again.accept();
        }
    }

    @Test
    void factoryWithoutConfirms_isRejectedAtStartUp() {
        CachingConnectionFactory plain =
                new CachingConnectionFactory(SpringBroker.server().uri());

        assertThatThrownBy(() -> new RabbitTemplatePublisher(plain, RabbitTopology.DEFAULT, Duration.ofSeconds(1)))
                .isInstanceOf(CounterfoilStartUpException.class);
        plain.destroy();
    }
}
