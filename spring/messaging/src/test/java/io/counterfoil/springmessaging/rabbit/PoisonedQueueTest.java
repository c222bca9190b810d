package io.counterfoil.springmessaging.rabbit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.deadletter.DeadLetterDecision;
import io.counterfoil.messaging.deadletter.DeadLetterResult;
import io.counterfoil.messaging.deadletter.DeadLetters;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.springmessaging.Named;
import io.counterfoil.springmessaging.OncePerMessage;
import io.counterfoil.springmessaging.Poisoned;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.batch.SimpleBatchingStrategy;
import org.springframework.amqp.rabbit.core.BatchingRabbitTemplate;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** What becomes of a message that always fails, in Spring's containers with the settings that applications give them. */
@Timeout(600)
@Tag("SG-5")
@ResourceLock(value = SpringBroker.LOCK, mode = ResourceAccessMode.READ)
class PoisonedQueueTest {

    private static final long LIMIT_MILLIS = 300_000;

    private final String queue = "poisoned-" + UUID.randomUUID();
    private ApplicationContextRunner runner = new ApplicationContextRunner();

    @BeforeEach
    void application() {
        URI uri = SpringBroker.server().uri();
        String[] user = uri.getUserInfo().split(":", -1);
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        JdbcClientAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        RabbitAutoConfiguration.class,
                        CounterfoilRabbitAutoConfiguration.class))
                .withConfiguration(Named.configurations(
                        "springboot.store.CounterfoilStoreAutoConfiguration",
                        "springboot.store.CounterfoilTablesAutoConfiguration",
                        "springboot.engine.CounterfoilAutoConfiguration",
                        "springmessaging.CounterfoilMessagingAutoConfiguration"))
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                        "spring.rabbitmq.host=" + uri.getHost(),
                        "spring.rabbitmq.port=" + uri.getPort(),
                        "spring.rabbitmq.username=" + user[0],
                        "spring.rabbitmq.password=" + user[1],
                        "spring.rabbitmq.listener.simple.prefetch=1",
                        "poisoned.queue=" + queue);
    }

    private void run(Class<?> queues, Consumer<ApplicationContext> test, String... properties) {
        runner.withUserConfiguration(queues, Listening.class)
                .withPropertyValues(properties)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    test.accept(context);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.rabbitmq.listener.type=simple",
                "spring.rabbitmq.listener.type=direct",
                "spring.rabbitmq.listener.simple.default-requeue-rejected=true",
                "spring.rabbitmq.listener.simple.default-requeue-rejected=false",
                "spring.rabbitmq.publisher-confirm-type=correlated,spring.rabbitmq.publisher-returns=true"
            })
    void poison_inAnyContainer_isADeadLetterAfterFiveAttempts(String properties) {
        run(
                WithDeadLetters.class,
                context -> {
                    send(context, "poison");
                    Message dead = receive(context, queue + "-letters");

                    assertThat(dead.getBody()).isEqualTo("poison".getBytes(UTF_8));
                    assertThat(dead.getMessageProperties().getMessageId()).isEqualTo("id of poison");
                    assertThat(dead.getMessageProperties().getHeaders().get(Delivery.REASON))
                            .asString()
                            .contains("5 times", Poisoned.REASON);
                    assertThat(poisoned(context).runs()).isEqualTo(5);
                },
                properties.split(","));
    }

    @Test
    void poison_inAQueueWithoutDeadLetters_isKeptBesideIt() {
        run(Plain.class, context -> {
            send(context, "poison");
            Message dead = receive(context, queue + ".dead");

            assertThat(dead.getMessageProperties().getHeaders().get(Delivery.REASON))
                    .asString()
                    .contains(Poisoned.REASON);
            assertThat(poisoned(context).runs()).isEqualTo(5);
        });
    }

    @Test
    void poison_isPassed_byWhatFollows() {
        run(Plain.class, context -> {
            send(context, "poison");
            send(context, "good");

            assertThat(next(context)).isEqualTo("good");
            receive(context, queue + ".dead");
        });
    }

    @Test
    void messageThatSucceedsAtLast_isNoDeadLetter_andNotCounted() {
        run(Plain.class, context -> {
            poisoned(context).failTimes(4);
            send(context, "poison");
            send(context, "good");

            assertThat(List.of(next(context), next(context))).containsExactlyInAnyOrder("poison", "good");
            assertThat(poisoned(context).runs()).isEqualTo(5);
            assertThat(context.getBean(JdbcClient.class)
                            .sql("SELECT count(*) FROM counterfoil_message_try")
                            .query(Integer.class)
                            .single())
                    .isZero();
        });
    }

    @ParameterizedTest
    @ValueSource(classes = {WithDeadLetters.class, Plain.class})
    void requeuedDeadLetter_isProcessedOnce(Class<?> queues) {
        run(queues, context -> {
            poisoned(context).failTimes(5);
            send(context, "poison");
            DeadLetters letters = context.getBean(DeadLetters.class);
            MessageKey key = MessageKey.of("poisoned", "id of poison");
            DeadLetterDecision decision = new DeadLetterDecision("alice", "there is paper again");

            Awaitility.await("a dead letter that can be requeued")
                    .dontCatchUncaughtExceptions()
                    .atMost(Duration.ofMillis(LIMIT_MILLIS))
                    .until(() -> letters.requeue(key, decision) == DeadLetterResult.REQUEUED);

            assertThat(next(context)).isEqualTo("poison");
            assertThat(letters.requeue(key, decision)).isEqualTo(DeadLetterResult.NOT_FOUND);
            send(context, "good");
            assertThat(next(context)).isEqualTo("good");
            assertThat(poisoned(context).runs()).isEqualTo(6);
        });
    }

    /** Boot's own: two attempts in one delivery, then a rejection without requeuing. */
    @Test
    void retriesOfTheApplication_thatEndIt_arePreferred() {
        run(
                WithDeadLetters.class,
                context -> {
                    send(context, "poison");
                    Message dead = receive(context, queue + "-letters");

                    assertThat(dead.getMessageProperties().getHeaders())
                            .containsKey("x-death")
                            .doesNotContainKey(Delivery.REASON);
                    assertThat(poisoned(context).runs()).isEqualTo(2);
                },
                "spring.rabbitmq.listener.simple.retry.enabled=true",
                "spring.rabbitmq.listener.simple.retry.max-retries=1",
                "spring.rabbitmq.listener.simple.retry.initial-interval=1ms");
    }

    /** Its messages come with the ID of its first one, whose duplicates they are not. */
    @Test
    void batchOfAPublisher_isRejected_andNotTakenForDuplicates() {
        run(WithDeadLetters.class, context -> {
            BatchingRabbitTemplate batching =
                    new BatchingRabbitTemplate(new SimpleBatchingStrategy(2, 10_000, 0), new ThreadPoolTaskScheduler());
            batching.setConnectionFactory(template(context).getConnectionFactory());
            for (String text : List.of("a", "b")) {
                batching.send("", queue, message(text));
            }

            assertThat(new String(receive(context, queue + "-letters").getBody(), UTF_8))
                    .contains("a", "b");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"manual", "none"})
    void containerThatCannotEndAMessage_isNamedAtTheStart(String mode) {
        Logger logger = (Logger) LoggerFactory.getLogger(ListenerChecks.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        // Other applications of this JVM set the level of all.
        logger.setLevel(Level.WARN);
        logger.addAppender(lines);
        run(
                Plain.class,
                context -> assertThat(lines.list)
                        .filteredOn(line -> line.getLevel() == Level.WARN)
                        .extracting(ILoggingEvent::getFormattedMessage)
                        .anyMatch(line -> line.contains(queue) && line.contains("AcknowledgeMode.AUTO")),
                "spring.rabbitmq.listener.simple.acknowledge-mode=" + mode);
        logger.detachAppender(lines);
    }

    private void send(ApplicationContext context, String text) {
        template(context).send(queue, message(text));
    }

    private static Message message(String text) {
        return MessageBuilder.withBody(text.getBytes(UTF_8))
                .setContentType(MessageProperties.CONTENT_TYPE_TEXT_PLAIN)
                .setMessageId("id of " + text)
                .build();
    }

    private static Message receive(ApplicationContext context, String queue) {
        RabbitAdmin admin = new RabbitAdmin(template(context));
        Awaitility.await("a queue of that name")
                .dontCatchUncaughtExceptions()
                .atMost(Duration.ofMillis(LIMIT_MILLIS))
                .until(() -> admin.getQueueInfo(queue) != null);
        Message dead = template(context).receive(queue, LIMIT_MILLIS);
        if (dead == null) {
            throw new AssertionError("no dead letter in " + queue);
        }
        return dead;
    }

    private static RabbitTemplate template(ApplicationContext context) {
        return context.getBean(RabbitTemplate.class);
    }

    private static Poisoned poisoned(ApplicationContext context) {
        return context.getBean(Poisoned.class);
    }

    private static String next(ApplicationContext context) {
        try {
            return poisoned(context).next();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithDeadLetters {

        @Bean
        Queue queue(@Value("${poisoned.queue}") String name) {
            return QueueBuilder.durable(name)
                    .deadLetterExchange("")
                    .deadLetterRoutingKey(name + "-letters")
                    .build();
        }

        @Bean
        Queue letters(@Value("${poisoned.queue}") String name) {
            return new Queue(name + "-letters");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Plain {

        @Bean
        Queue queue(@Value("${poisoned.queue}") String name) {
            return new Queue(name);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Listening {

        @Bean
        Poisoned poisoned() {
            return new Poisoned();
        }

        @Bean
        Listener listener(Poisoned poisoned) {
            return new Listener(poisoned);
        }
    }

    static class Listener {

        private final Poisoned poisoned;

        Listener(Poisoned poisoned) {
            this.poisoned = poisoned;
        }

        @OncePerMessage("poisoned")
        @RabbitListener(queues = "${poisoned.queue}")
        void receive(String text) {
            poisoned.receive(text);
        }
    }
}
