package io.counterfoil.springmessaging.rabbit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.signals.receiver.HandlerResult;
import io.counterfoil.signals.receiver.SignalReceiver;
import io.counterfoil.springmessaging.Bookings;
import io.counterfoil.springmessaging.Desk;
import io.counterfoil.springmessaging.ListenersContract;
import io.counterfoil.springmessaging.OncePerMessage;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.core.Declarables;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareMessageListener;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

@ResourceLock(SpringBroker.LOCK)
class RabbitListenersTest extends ListenersContract {

    @Override
    protected Map<String, Object> broker() {
        URI uri = SpringBroker.server().uri();
        String[] user = uri.getUserInfo().split(":", -1);
        return Map.of(
                "spring.rabbitmq.host",
                uri.getHost(),
                "spring.rabbitmq.port",
                uri.getPort(),
                "spring.rabbitmq.username",
                user[0],
                "spring.rabbitmq.password",
                user[1],
                "spring.rabbitmq.publisher-confirm-type",
                "correlated",
                "spring.rabbitmq.publisher-returns",
                "true");
    }

    @Override
    protected Class<?> listeners() {
        return Shop.class;
    }

    @Override
    protected void order(String order, String id) {
        send("shop-orders", order, id);
    }

    @Override
    protected void invoice(String order, @Nullable String id) {
        send("shop-invoices", order, id);
    }

    @Override
    protected @Nullable String deadInvoice() {
        Message dead = bean(RabbitTemplate.class).receive("shop-dead", TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        return dead == null ? null : new String(dead.getBody(), UTF_8);
    }

    private void send(String queue, String order, @Nullable String id) {
        MessageBuilder message = MessageBuilder.withBody(order.getBytes(UTF_8));
        message.setContentType(MessageProperties.CONTENT_TYPE_TEXT_PLAIN);
        if (id != null) {
            message.setMessageId(id);
        }
        bean(RabbitTemplate.class).send(queue, message.build());
    }

    @Override
    protected void loseTheAcknowledgement() {
        SpringBroker.server().closeConnections();
    }

    @Test
    @Tag("SG-4")
    @Tag("SG-5")
    @Tag("RQ-7")
    void bootsContainer_executesASignalOnce_andAnswersEachAttempt() throws Exception {
        Publisher publisher = bean(Publisher.class);
        Signal first = signal();
        Signal second = signal();
        BlockingQueue<SignalOutcome> outcomes = bean(Shop.class).outcomes;
        publisher.publish(first.toMessage()).toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        SignalOutcome original = next(outcomes);
        // Sent together, either could be carried out first.
        publisher.publish(second.toMessage()).toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        SignalOutcome again = next(outcomes);
        assertThat(original.correlationId()).isEqualTo(first.correlationId());
        assertThat(original.status()).isEqualTo("Running");
        assertThat(again).isEqualTo(original.replayedFor(second.correlationId()));
        assertThat(bean(Bookings.class).runs("swarm-42")).isOne();
    }

    private static SignalOutcome next(BlockingQueue<SignalOutcome> outcomes) throws InterruptedException {
        return Objects.requireNonNull(outcomes.poll(LIMIT_SECONDS, TimeUnit.SECONDS), "no outcome in time");
    }

    private static Signal signal() {
        return new Signal(
                Instant.parse("2026-01-01T00:00:00Z"),
                "swarm-start",
                "orchestrator-1",
                new SwarmScope("swarm-42", "controller", SwarmScope.ALL),
                CorrelationId.fresh(),
                new RequestId("k"),
                Data.EMPTY);
    }

    /** The application. */
    @EnableAutoConfiguration
    static class Shop {

        final BlockingQueue<SignalOutcome> outcomes = new LinkedBlockingQueue<>();

        @Bean
        Declarables orders(ReceiverListeners listeners) {
            return listeners.queue("shop-orders", "order.#");
        }

        @Bean
        Queue invoices() {
            return QueueBuilder.durable("shop-invoices")
                    .deadLetterExchange("")
                    .deadLetterRoutingKey("shop-dead")
                    .build();
        }

        @Bean
        Queue dead() {
            return new Queue("shop-dead");
        }

        @Bean
        Declarables signals(ReceiverListeners listeners) {
            return listeners.queue("shop-signals", "signal.*.swarm-42.#");
        }

        @Bean
        Declarables events(ReceiverListeners listeners) {
            return listeners.queue("shop-events", "event.outcome.*.swarm-42.#");
        }

        @Bean
        Listeners listeners(Desk desk) {
            return new Listeners(desk);
        }

        @Bean
        Invoices invoicing(Desk desk, JdbcClient jdbc) {
            return new Invoices(desk, jdbc);
        }

        @Bean
        SimpleMessageListenerContainer controller(
                SimpleRabbitListenerContainerFactory factory,
                ReceiverListeners listeners,
                Inbox inbox,
                OutboxStore outbox,
                OutboxRelay relay,
                Bookings book) {
            return container(
                    factory,
                    "shop-signals",
                    listeners.listener(SignalReceiver.builder(inbox, "controller")
                            .outbox(outbox, relay)
                            .origin("controller:one")
                            .scope(new SwarmScope(SwarmScope.ALL, "controller", "one"))
                            .handler("swarm-start", signal -> {
                                book.count(signal.scope().swarmId());
                                return HandlerResult.done("Running", Data.EMPTY);
                            })
                            .build()));
        }

        @Bean
        SimpleMessageListenerContainer reader(
                SimpleRabbitListenerContainerFactory factory, ReceiverListeners listeners) {
            return container(factory, "shop-events", listeners.listener(delivery -> {
                outcomes.add((SignalOutcome) Envelope.read(delivery.message().body()));
                delivery.accept();
            }));
        }

        private static SimpleMessageListenerContainer container(
                SimpleRabbitListenerContainerFactory factory, String queue, ChannelAwareMessageListener listener) {
            SimpleMessageListenerContainer container = factory.createListenerContainer();
            container.setQueueNames(queue);
            container.setAcknowledgeMode(AcknowledgeMode.MANUAL);
            container.setMessageListener(listener);
            return container;
        }
    }

    static class Listeners {

        private final Desk desk;

        Listeners(Desk desk) {
            this.desk = desk;
        }

        @RabbitListener(queues = "shop-orders")
        void receive(String order) throws Exception {
            desk.take(order);
        }
    }

    static class Invoices {

        private final Desk desk;
        private final JdbcClient jdbc;

        Invoices(Desk desk, JdbcClient jdbc) {
            this.desk = desk;
            this.jdbc = jdbc;
        }

        @OncePerMessage("invoices")
        @RabbitListener(queues = "shop-invoices")
        void invoice(String order) {
            jdbc.sql("INSERT INTO invoiced VALUES (?)").param(order).update();
            desk.invoiced.add(order);
        }
    }
}
