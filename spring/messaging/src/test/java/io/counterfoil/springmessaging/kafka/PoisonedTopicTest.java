package io.counterfoil.springmessaging.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.kafka.internal.KafkaDeadLetters;
import io.counterfoil.kafka.internal.KafkaMessages;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.deadletter.DeadLetterDecision;
import io.counterfoil.messaging.deadletter.DeadLetterResult;
import io.counterfoil.messaging.deadletter.DeadLetters;
import io.counterfoil.messaging.inbox.AttemptLog;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.inbox.Redeliveries;
import io.counterfoil.springmessaging.Named;
import io.counterfoil.springmessaging.OncePerMessage;
import io.counterfoil.springmessaging.Poisoned;
import io.counterfoil.testkit.broker.PrivateKafka;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
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
import org.springframework.kafka.annotation.BackOff;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.RetryableTopic;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.util.backoff.FixedBackOff;

/** What becomes of a record that always fails, in Spring's containers with the error handlers that applications give them. */
@Timeout(600)
@Tag("SG-5")
@Execution(ExecutionMode.CONCURRENT)
class PoisonedTopicTest {

    private static final long LIMIT_SECONDS = 300;

    private static PrivateKafka kafka;

    private final String topic = "poisoned-" + UUID.randomUUID();
    private ApplicationContextRunner runner = new ApplicationContextRunner();

    @BeforeAll
    static void start() {
        kafka = SharedKafka.get();
    }

    @BeforeEach
    void application() {
        kafka.createTopics(1, topic, topic + ".dead", topic + "-dlt");
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
                        "springmessaging.CounterfoilMessagingAutoConfiguration"))
                .withInitializer(TestPropertyValues.of(SharedKafka.PATIENT)::applyTo)
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                        "spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                        "spring.kafka.consumer.auto-offset-reset=earliest",
                        "poisoned.topic=" + topic)
                .withUserConfiguration(Listening.class);
    }

    @Test
    void poison_isADeadLetterAfterFiveAttempts_asItWas() {
        runner.run(context -> {
            send(context, "poison");
            send(context, "good");

            assertThat(poisoned(context).next()).isEqualTo("good");
            ConsumerRecord<byte[], byte[]> dead = first(topic + ".dead");
            assertThat(dead.value()).isEqualTo("poison".getBytes(UTF_8));
            assertThat(dead.key()).isEqualTo("key".getBytes(UTF_8));
            assertThat(header(dead, KafkaMessages.ID)).isEqualTo("id of poison");
            assertThat(header(dead, Delivery.REASON)).contains("5 times", Poisoned.REASON);
            assertThat(header(dead, KafkaDeadLetters.GROUP)).isEqualTo(topic);
            assertThat(poisoned(context).runs()).isEqualTo(5);
        });
    }

    @Test
    void recordThatSucceedsAtLast_isNoDeadLetter() {
        runner.run(context -> {
            poisoned(context).failTimes(4);
            send(context, "poison");
            send(context, "good");

            assertThat(poisoned(context).next()).isEqualTo("poison");
            assertThat(poisoned(context).next()).isEqualTo("good");
            assertThat(poisoned(context).runs()).isEqualTo(5);
        });
    }

    @Test
    void requeuedDeadLetter_isProcessedOnce() {
        runner.run(context -> {
            poisoned(context).failTimes(5);
            send(context, "poison");
            DeadLetters letters = context.getBean(DeadLetters.class);
            MessageKey key = MessageKey.of("poisoned", "id of poison");
            DeadLetterDecision decision = new DeadLetterDecision("alice", "there is paper again");

            Awaitility.await("a dead letter that can be requeued")
                    .dontCatchUncaughtExceptions()
                    .atMost(Duration.ofSeconds(LIMIT_SECONDS))
                    .until(() -> letters.requeue(key, decision) == DeadLetterResult.REQUEUED);

            assertThat(poisoned(context).next()).isEqualTo("poison");
            assertThat(letters.requeue(key, decision)).isEqualTo(DeadLetterResult.NOT_FOUND);
            send(context, "good");
            assertThat(poisoned(context).next()).isEqualTo("good");
            assertThat(poisoned(context).runs()).isEqualTo(6);
        });
    }

    @Test
    void errorHandlerOfTheApplication_thatEndsIt_isPreferred() {
        runner.withUserConfiguration(Recovering.class).run(context -> {
            send(context, "poison");
            send(context, "good");

            assertThat(poisoned(context).next()).isEqualTo("good");
            ConsumerRecord<byte[], byte[]> dead = first(topic + "-dlt");
            assertThat(dead.value()).isEqualTo("poison".getBytes(UTF_8));
            assertThat(dead.headers().lastHeader(Delivery.REASON)).isNull();
            assertThat(poisoned(context).runs()).isEqualTo(7);
        });
    }

    @Test
    void retryTopics_arePreferred() {
        kafka.createTopics(1, topic + "-again", topic + "-again-dlt");
        runner.withUserConfiguration(Retried.class).run(context -> {
            send(context, topic + "-again", "poison");

            ConsumerRecord<byte[], byte[]> dead = first(topic + "-again-dlt");
            assertThat(dead.value()).isEqualTo("poison".getBytes(UTF_8));
            assertThat(dead.headers().lastHeader(Delivery.REASON)).isNull();
            assertThat(poisoned(context).runs()).isEqualTo(7);
        });
    }

    @Test
    void errorHandlerOfTheApplication_thatNeverEndsIt_isEnded() {
        runner.withUserConfiguration(Endless.class).run(context -> {
            Redeliveries attempts = context.getBean(Inbox.class).redeliveries();
            MessageKey key = MessageKey.of("poisoned", "id of poison");
            // What minutes of attempts would have counted.
            for (int i = 0; i < 98; i++) {
                attempts.failedUnderOtherHandling(key, new IllegalArgumentException(Poisoned.REASON));
            }
            send(context, "poison");
            send(context, "good");

            assertThat(poisoned(context).next()).isEqualTo("good");
            assertThat(header(first(topic + ".dead"), Delivery.REASON)).contains("100 times");
            assertThat(poisoned(context).runs()).isEqualTo(2);
        });
    }

    @Test
    void recordThatEndedEachProcess_isADeadLetter_withoutARun() {
        runner.withPropertyValues("spring.kafka.listener.auto-startup=false").run(context -> {
            AttemptLog attempts = context.getBean(AttemptLog.class);
            for (int i = 0; i < 5; i++) {
                attempts.count(MessageKey.of("poisoned", "id of poison"));
            }
            send(context, "poison");
        });
        runner.run(context -> {
            assertThat(header(first(topic + ".dead"), Delivery.REASON)).contains("never ended");
            assertThat(poisoned(context).runs()).isZero();
        });
    }

    private void send(ApplicationContext context, String text) throws Exception {
        send(context, topic, text);
    }

    private static void send(ApplicationContext context, String topic, String text) throws Exception {
        ProducerRecord<String, String> record = new ProducerRecord<>(topic, "key", text);
        record.headers().add(KafkaMessages.ID, ("id of " + text).getBytes(UTF_8));
        template(context).send(record).get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @SuppressWarnings("unchecked") // Boot's template is one of texts here, and the bean's type does not say so.
    private static KafkaTemplate<String, String> template(ApplicationContext context) {
        return context.getBean(KafkaTemplate.class);
    }

    private static Poisoned poisoned(ApplicationContext context) {
        return context.getBean(Poisoned.class);
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }

    private static ConsumerRecord<byte[], byte[]> first(String topic) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", kafka.bootstrapServers());
        settings.put("auto.offset.reset", "earliest");
        settings.put("fetch.max.wait.ms", 50);
        ByteArrayDeserializer bytes = new ByteArrayDeserializer();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings, bytes, bytes)) {
            consumer.assign(List.of(new TopicPartition(topic, 0)));
            for (int polls = 0; polls < LIMIT_SECONDS; polls++) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    return record;
                }
            }
        }
        throw new AssertionError("nothing in " + topic);
    }

    @Configuration(proxyBeanMethods = false)
    static class Recovering {

        @Bean
        DefaultErrorHandler errors(KafkaTemplate<?, ?> template) {
            return new DefaultErrorHandler(new DeadLetterPublishingRecoverer(template), new FixedBackOff(0, 6));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Endless {

        @Bean
        DefaultErrorHandler errors() {
            return new DefaultErrorHandler(new FixedBackOff(0, FixedBackOff.UNLIMITED_ATTEMPTS));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Retried {

        private final Poisoned poisoned;

        Retried(Poisoned poisoned) {
            this.poisoned = poisoned;
        }

        @Bean
        static TaskScheduler scheduler() {
            return new ThreadPoolTaskScheduler();
        }

        @OncePerMessage("retried")
        @RetryableTopic(attempts = "7", backOff = @BackOff(delay = 1))
        @KafkaListener(topics = "${poisoned.topic}-again", groupId = "${poisoned.topic}-again")
        void receive(String text) {
            poisoned.receive(text);
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
        @KafkaListener(topics = "${poisoned.topic}", groupId = "${poisoned.topic}")
        void receive(String text) {
            poisoned.receive(text);
        }
    }
}
