package io.counterfoil.springmessaging.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.kafka.internal.KafkaMessages;
import io.counterfoil.springmessaging.EndedObservations;
import io.counterfoil.testkit.broker.PrivateKafka;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;

/** The correlation ID of a record on the observations of Spring for Apache Kafka. */
@Tag("CO-3")
@Tag("OB-4")
@Timeout(600)
class ObservedRecordsTest {

    private static final String SENT = "spring.kafka.template";
    private static final String PROCESSED = "spring.kafka.listener";

    private final String topic = "observed-" + UUID.randomUUID();
    private ApplicationContextRunner runner;

    @BeforeEach
    void application() {
        PrivateKafka kafka = SharedKafka.get();
        kafka.createTopics(1, topic);
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ObservationAutoConfiguration.class,
                        KafkaAutoConfiguration.class,
                        CounterfoilKafkaAutoConfiguration.class))
                .withUserConfiguration(Listening.class)
                .withInitializer(TestPropertyValues.of(SharedKafka.PATIENT)::applyTo)
                .withPropertyValues(
                        "test.topic=" + topic,
                        "spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                        "spring.kafka.consumer.auto-offset-reset=earliest",
                        "spring.kafka.template.observation-enabled=true",
                        "spring.kafka.listener.observation-enabled=true");
    }

    @SuppressWarnings("unchecked") // Boot's template has no types.
    private static void send(ApplicationContext context, ProducerRecord<String, String> record) {
        ((KafkaTemplate<String, String>) context.getBean(KafkaTemplate.class))
                .send(record)
                .join();
    }

    @Test
    void observationsOfOneRecord_showItsCorrelationId() {
        runner.run(context -> {
            EndedObservations ended = context.getBean(EndedObservations.class);
            try (var scope = Correlation.open(CorrelationId.parse("abcd.1"))) {
                send(context, new ProducerRecord<>(topic, "tea"));
                assertThat(scope.id()).isPresent();
            }

            String sent = ended.next(SENT);
            assertThat(sent).matches("abcd\\.1\\.[A-Za-z0-9_-]{4}");
            assertThat(ended.next(PROCESSED)).isEqualTo(sent);
        });
    }

    @Test
    void textThatIsNoCorrelationId_isNotShown() {
        runner.run(context -> {
            ProducerRecord<String, String> record = new ProducerRecord<>(topic, "tea");
            record.headers().add(KafkaMessages.CORRELATION_ID, "no\ngood".getBytes(UTF_8));
            send(context, record);

            assertThat(context.getBean(EndedObservations.class).next(SENT)).isEqualTo("none");
        });
    }

    @Configuration
    static class Listening {

        @Bean
        EndedObservations endedObservations() {
            return new EndedObservations();
        }

        @KafkaListener(topics = "${test.topic}", groupId = "${test.topic}")
        void receive(String text) {
            assertThat(text).isNotNull();
        }
    }
}
