package io.counterfoil.springmessaging.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.kafka.CorrelatedRecords;
import io.counterfoil.kafka.KafkaPublisher;
import io.counterfoil.kafka.internal.KafkaDeadLetters;
import io.counterfoil.kafka.internal.KafkaMessages;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
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
import io.counterfoil.springmessaging.Named;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import io.counterfoil.testkit.broker.PrivateKafka;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

@Timeout(600)
class SpringKafkaTest {

    private static final long LIMIT_SECONDS = 300;

    private static PrivateKafka kafka;

    private ApplicationContextRunner runner = new ApplicationContextRunner();

    @BeforeAll
    static void start() {
        kafka = SharedKafka.get();
        kafka.createTopics(2, "orders", "counterfoil.signal", "counterfoil.event");
        kafka.createTopics(1, "counterfoil.signal.dead", "batches");
    }

    @BeforeEach
    void application() {
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        JdbcClientAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        KafkaAutoConfiguration.class,
                        CounterfoilKafkaAutoConfiguration.class))
                .withConfiguration(Named.configurations(
                        "springboot.store.CounterfoilStoreAutoConfiguration",
                        "springboot.store.CounterfoilTablesAutoConfiguration",
                        "springboot.engine.CounterfoilAutoConfiguration",
                        "springmessaging.CounterfoilMessagingAutoConfiguration",
                        "springmessaging.CounterfoilOutboxAutoConfiguration"))
                .withInitializer(TestPropertyValues.of(SharedKafka.PATIENT)::applyTo)
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                        "spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                        "spring.kafka.consumer.auto-offset-reset=earliest",
                        "spring.kafka.producer.acks=all",
                        "orders.group=orders-" + UUID.randomUUID());
    }

    @Test
    @Tag("CO-3")
    @Tag("CO-12")
    void listener_runsUnderAnExtensionOfTheIdTheTemplateSent() {
        runner.withUserConfiguration(Orders.class).run(context -> {
            String text = UUID.randomUUID().toString();
            CorrelationId id = CorrelationId.fresh();
            try (Correlation.Scope scope = Correlation.open(id)) {
                assertThat(scope).isNotNull();
                send(context, text, "m-1");
            }

            Seen seen = context.getBean(Orders.class).next(text);
            assertThat(seen.message()).contains("m-1");
            assertThat(seen.correlation().orElseThrow().value()).matches(id + "\\.[A-Za-z0-9_-]{4}\\.[A-Za-z0-9_-]{4}");
        });
    }

    @Test
    @Tag("CO-3")
    void idThatTheSenderSets_stays() {
        runner.withUserConfiguration(Orders.class).run(context -> {
            String text = UUID.randomUUID().toString();
            ProducerRecord<String, String> record = new ProducerRecord<>("orders", text);
            record.headers().add(KafkaMessages.CORRELATION_ID, "its-own".getBytes(UTF_8));
            try (Correlation.Scope scope = Correlation.open(CorrelationId.fresh())) {
                assertThat(scope).isNotNull();
                template(context).send(record).get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }

            assertThat(context.getBean(Orders.class).next(text).correlation().flatMap(CorrelationId::parent))
                    .contains(new CorrelationId("its-own"));
        });
    }

    @Test
    @Tag("CO-7")
    void batch_runsUnderOneIdThatReplacesThoseOfItsRecords() {
        Queue<String> replaced = new ConcurrentLinkedQueue<>();
        Correlation.Listener pairs = new Correlation.Listener() {
            @Override
            public void replaced(CorrelationId old, CorrelationId next) {
                replaced.add(old + " " + next);
            }
        };
        String story = UUID.randomUUID().toString();
        runner.withUserConfiguration(Batches.class).run(context -> {
            for (String id : List.of(story + ".1", story + ".2")) {
                ProducerRecord<String, String> record = new ProducerRecord<>("batches", story);
                record.headers().add(KafkaMessages.CORRELATION_ID, id.getBytes(UTF_8));
                template(context).send(record).get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
            Correlation.addListener(pairs);
            context.getBean(KafkaListenerEndpointRegistry.class)
                    .getListenerContainers()
                    .forEach(container -> container.start());

            String batch = context.getBean(Batches.class).ids.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            Correlation.removeListener(pairs);
            assertThat(batch).matches("[A-Za-z0-9_-]{16}");
            assertThat(replaced).contains(story + ".1 " + batch, story + ".2 " + batch);
        });
    }

    @Test
    void messagesThatAreSwitchedOff_areLeftAlone() {
        runner.withUserConfiguration(Orders.class)
                .withPropertyValues("counterfoil.correlation.messages=false")
                .run(context -> {
                    String text = UUID.randomUUID().toString();
                    try (Correlation.Scope scope = Correlation.open(CorrelationId.fresh())) {
                        assertThat(scope).isNotNull();
                        send(context, text, "m-1");
                    }

                    assertThat(context.getBean(Orders.class).next(text))
                            .isEqualTo(new Seen(text, Optional.empty(), Optional.empty()));
                });
    }

    @Test
    void producersThatDoNotWaitForAllReplicas_areNoPublishers() {
        runner.withPropertyValues("spring.kafka.producer.acks=1")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(KafkaPublisher.class));
    }

    @Test
    @Tag("SG-4")
    @Tag("SG-5")
    void receiverContainer_executesASignalOnce_andAnswersEachAttempt() {
        runner.withUserConfiguration(Controllers.class).run(context -> {
            String swarm = UUID.randomUUID().toString();
            KafkaPublisher publisher = context.getBean(KafkaPublisher.class);
            Signal first = signal(swarm);
            Signal second = signal(swarm);
            BlockingQueue<SignalOutcome> outcomes = context.getBean(Controllers.class).outcomes;
            publisher.publish(first.toMessage()).toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
            SignalOutcome original = next(outcomes, swarm);
            // Sent together, either could be carried out first.
            publisher.publish(second.toMessage()).toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
            SignalOutcome again = next(outcomes, swarm);
            assertThat(original.correlationId()).isEqualTo(first.correlationId());
            assertThat(original.status()).isEqualTo("Running");
            assertThat(again).isEqualTo(original.replayedFor(second.correlationId()));
            assertThat(context.getBean(JdbcClient.class)
                            .sql("SELECT count(*) FROM effect")
                            .query(Integer.class)
                            .single())
                    .isOne();
        });
    }

    @Test
    @Tag("SG-5")
    void deliveryInAContainer_isGivenBackAndRejected_withTheReason() {
        runner.withUserConfiguration(Controllers.class).run(context -> {
            Controllers controllers = context.getBean(Controllers.class);
            String text = UUID.randomUUID().toString();
            context.getBean(KafkaPublisher.class)
                    .publish(Message.of("signal.other", text.getBytes(UTF_8)).withId("id-1"))
                    .toCompletableFuture()
                    .get(LIMIT_SECONDS, TimeUnit.SECONDS);

            controllers.other(text).giveBack();
            Delivery again = controllers.other(text);
            assertThat(again.isMaybeRedelivered()).isTrue();
            again.reject("not for us");

            Message dead = controllers.dead(text);
            assertThat(dead.id()).contains("id-1");
            assertThat(dead.header(Delivery.REASON)).contains("not for us");
            assertThat(dead.header(KafkaDeadLetters.GROUP).orElseThrow()).startsWith("others-");
        });
    }

    @Test
    @Tag("CO-3")
    void interceptorsOfTheApplication_stay() {
        runner.withPropertyValues("spring.kafka.producer.properties.interceptor.classes=" + Theirs.class.getName())
                .run(context -> assertThat(context.getBean(ProducerFactory.class)
                                .getConfigurationProperties()
                                .get(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG))
                        .isEqualTo(List.of(Theirs.class.getName(), CorrelatedRecords.class.getName())));
    }

    /** Named, and never made. */
    interface Theirs extends ProducerInterceptor<String, String> {}

    private static Signal signal(String swarm) {
        return new Signal(
                Instant.parse("2026-01-01T00:00:00Z"),
                "swarm-start",
                "orchestrator-1",
                new SwarmScope(swarm, "controller", SwarmScope.ALL),
                CorrelationId.fresh(),
                new RequestId("k"),
                Data.EMPTY);
    }

    private static SignalOutcome next(BlockingQueue<SignalOutcome> outcomes, String swarm) throws InterruptedException {
        while (true) {
            SignalOutcome outcome = outcomes.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(outcome).as("an outcome").isNotNull();
            if (outcome.scope().swarmId().equals(swarm)) {
                return outcome;
            }
        }
    }

    private static void send(ApplicationContext context, String text, String id) throws Exception {
        ProducerRecord<String, String> record = new ProducerRecord<>("orders", "key", text);
        record.headers().add(KafkaMessages.ID, id.getBytes(UTF_8));
        template(context).send(record).get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @SuppressWarnings("unchecked") // Boot's template is one of texts here, and the bean's type does not say so.
    private static KafkaTemplate<String, String> template(ApplicationContext context) {
        return context.getBean(KafkaTemplate.class);
    }

    record Seen(String text, Optional<CorrelationId> correlation, Optional<String> message) {}

    @Configuration(proxyBeanMethods = false)
    static class Orders {

        private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();

        @KafkaListener(topics = "orders", groupId = "${orders.group}")
        void receive(String text) {
            seen.add(new Seen(text, Correlation.current(), CurrentMessage.find().flatMap(CurrentMessage::id)));
        }

        Seen next(String text) throws InterruptedException {
            while (true) {
                Seen next = seen.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
                assertThat(next).as("a message").isNotNull();
                if (next.text().equals(text)) {
                    return next;
                }
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Batches {

        private final BlockingQueue<String> ids = new LinkedBlockingQueue<>();

        @KafkaListener(topics = "batches", groupId = "${orders.group}", batch = "true", autoStartup = "false")
        void receive(List<String> texts) {
            ids.add(String.valueOf(MDC.get(Correlation.MDC_KEY)));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Controllers {

        private final BlockingQueue<SignalOutcome> outcomes = new LinkedBlockingQueue<>();
        private final BlockingQueue<Delivery> others = new LinkedBlockingQueue<>();
        private final BlockingQueue<Message> dead = new LinkedBlockingQueue<>();
        private final String name = UUID.randomUUID().toString();

        @Bean
        ConcurrentMessageListenerContainer<?, ?> controllers(
                ReceiverContainers containers, Inbox inbox, OutboxStore outbox, OutboxRelay relay, JdbcClient jdbc) {
            jdbc.sql("CREATE TABLE effect (command varchar(100))").update();
            Receiver signals = SignalReceiver.builder(inbox, "controller")
                    .outbox(outbox, relay)
                    .origin("controller:one")
                    .scope(new SwarmScope(SwarmScope.ALL, "controller", "one"))
                    .handler("swarm-start", signal -> {
                        jdbc.sql("INSERT INTO effect VALUES (?)")
                                .param(signal.idempotencyKey().value())
                                .update();
                        return HandlerResult.done("Running", Data.EMPTY);
                    })
                    .build();
            return containers.container("controllers-" + name, signals, "counterfoil.signal");
        }

        @Bean
        ConcurrentMessageListenerContainer<?, ?> reader(ReceiverContainers containers) {
            Receiver reader = delivery -> {
                outcomes.add((SignalOutcome) Envelope.read(delivery.message().body()));
                delivery.accept();
            };
            return containers.container("reader-" + name, reader, "counterfoil.event");
        }

        @Bean
        ConcurrentMessageListenerContainer<?, ?> others(ReceiverContainers containers) {
            Receiver receiver = delivery -> {
                if (delivery.message().topic().equals("signal.other")) {
                    others.add(delivery);
                } else {
                    delivery.accept();
                }
            };
            return containers.container("others-" + name, receiver, "counterfoil.signal");
        }

        @Bean
        ConcurrentMessageListenerContainer<?, ?> deadReader(ReceiverContainers containers) {
            Receiver reader = delivery -> {
                if (delivery.message().header(KafkaDeadLetters.GROUP).orElse("").equals("others-" + name)) {
                    dead.add(delivery.message());
                }
                delivery.accept();
            };
            return containers.container("dead-" + name, reader, "counterfoil.signal.dead");
        }

        Delivery other(String text) throws InterruptedException {
            Delivery delivery = others.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(delivery).as("a delivery").isNotNull();
            assertThat(new String(delivery.message().body(), UTF_8)).isEqualTo(text);
            return delivery;
        }

        Message dead(String text) throws InterruptedException {
            Message letter = dead.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(letter).as("a dead letter").isNotNull();
            assertThat(new String(letter.body(), UTF_8)).isEqualTo(text);
            return letter;
        }
    }
}
