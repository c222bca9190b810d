package io.counterfoil.springmessaging.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.kafka.internal.KafkaMessages;
import io.counterfoil.springmessaging.Logged;
import io.counterfoil.testkit.broker.PrivateKafka;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.listener.RecordInterceptor;
import org.springframework.util.backoff.FixedBackOff;

/** What containers log of listeners that throw, and their error handlers: after the listener has ended, and still of its message. */
@Tag("CO-3")
@Tag("CO-12")
@Timeout(600)
class SpringKafkaErrorsTest {

    private static final long LIMIT_SECONDS = 300;

    private static PrivateKafka kafka;

    private final String topic = "errors-" + UUID.randomUUID();
    private ApplicationContextRunner runner = new ApplicationContextRunner();

    @BeforeAll
    static void start() {
        kafka = SharedKafka.get();
    }

    @BeforeEach
    void application() {
        kafka.createTopics(1, topic, "batches-" + topic);
        runner = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(KafkaAutoConfiguration.class, CounterfoilKafkaAutoConfiguration.class))
                .withInitializer(TestPropertyValues.of(SharedKafka.PATIENT)::applyTo)
                .withUserConfiguration(Application.class)
                .withPropertyValues(
                        "spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                        "spring.kafka.consumer.auto-offset-reset=earliest",
                        "test.topic=" + topic);
    }

    @SuppressWarnings("unchecked") // Boot's template is one of texts here, and the bean's type does not say so.
    private void send(ApplicationContext context, String to) throws Exception {
        ProducerRecord<String, String> record = new ProducerRecord<>(to, "text");
        record.headers().add(KafkaMessages.CORRELATION_ID, "of-the-sender".getBytes(UTF_8));
        KafkaTemplate<String, String> template = context.getBean(KafkaTemplate.class);
        template.send(record).get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void lineAndErrorHandler_haveTheIdOfTheListenerThatThrew() {
        runner.run(context -> {
            Application application = context.getBean(Application.class);
            for (int i = 0; i < 2; i++) {
                try (Logged logged = Logged.by(Noting.class.getName(), "broken " + topic)) {
                    send(context, topic);

                    String id = next(application.seen);
                    assertThat(id).matches("of-the-sender\\.[A-Za-z0-9_-]{4}");
                    assertThat(next(application.handled)).isEqualTo(id);
                    assertThat(logged.next()).contains(id);
                    assertThat(next(application.intercepted)).as("failure").isEqualTo(id);
                    assertThat(next(application.intercepted)).as("afterRecord").isEqualTo(id);
                }
            }
        });
    }

    @Test
    @Tag("CO-7")
    void errorHandlerOfABatch_hasTheIdOfTheBatch() {
        runner.run(context -> {
            Application application = context.getBean(Application.class);
            send(context, "batches-" + topic);

            String id = next(application.seen);
            assertThat(id).matches("of-the-sender\\.[A-Za-z0-9_-]{4}");
            assertThat(next(application.handled)).isEqualTo(id);
        });
    }

    @Test
    void offSwitch_leavesErrorHandlersAlone() {
        runner.withPropertyValues("counterfoil.correlation.messages=false").run(context -> {
            send(context, topic);

            assertThat(next(context.getBean(Application.class).handled)).isEqualTo("none");
        });
    }

    private static String next(BlockingQueue<String> ids) throws InterruptedException {
        String next = ids.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(next).as("an ID").isNotNull();
        return next;
    }

    private static String logged() {
        return Optional.ofNullable(MDC.get(Correlation.MDC_KEY)).orElse("none");
    }

    /** The application's error handler, which gives up at once. */
    static final class Noting extends DefaultErrorHandler {

        private final BlockingQueue<String> handled;

        Noting(BlockingQueue<String> handled) {
            super(new FixedBackOff(0, 0));
            this.handled = handled;
        }

        @Override
        public void handleRemaining(
                Exception thrown,
                List<ConsumerRecord<?, ?>> records,
                Consumer<?, ?> consumer,
                MessageListenerContainer container) {
            handled.add(logged());
            super.handleRemaining(thrown, records, consumer, container);
        }

        @Override
        public void handleBatch(
                Exception thrown,
                ConsumerRecords<?, ?> data,
                Consumer<?, ?> consumer,
                MessageListenerContainer container,
                Runnable invokeListener) {
            handled.add(logged());
            super.handleBatch(thrown, data, consumer, container, invokeListener);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();
        private final BlockingQueue<String> intercepted = new LinkedBlockingQueue<>();

        @Bean
        Noting errors() {
            return new Noting(handled);
        }

        @Bean
        RecordInterceptor<Object, Object> interceptor() {
            return new RecordInterceptor<>() {
                @Override
                public @Nullable ConsumerRecord<Object, Object> intercept(
                        ConsumerRecord<Object, Object> record, Consumer<Object, Object> consumer) {
                    return record;
                }

                @Override
                public void failure(
                        ConsumerRecord<Object, Object> record, Exception failure, Consumer<Object, Object> consumer) {
                    intercepted.add(logged());
                }

                @Override
                public void afterRecord(ConsumerRecord<Object, Object> record, Consumer<Object, Object> consumer) {
                    intercepted.add(logged());
                }
            };
        }

        @KafkaListener(topics = "${test.topic}", groupId = "${test.topic}")
        void receive(ConsumerRecord<String, String> record) {
            fail(record.topic());
        }

        @KafkaListener(topics = "batches-${test.topic}", groupId = "${test.topic}", batch = "true")
        void receive(List<ConsumerRecord<String, String>> records) {
            fail(records.get(0).topic());
        }

        private void fail(String topic) {
            seen.add(logged());
            throw new IllegalStateException("broken " + topic);
        }
    }
}
