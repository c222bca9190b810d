package io.counterfoil.springmessaging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;

/** What the log says at the start of an application whose outbox nothing publishes. */
@Timeout(600)
@Tag("SG-5")
class UnpublishedOutboxTest {

    private static final String NO_RABBIT =
            "--spring.autoconfigure.exclude=org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration";
    private static final String NO_KAFKA =
            "--spring.autoconfigure.exclude=org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration";

    static class OnePublisher {

        @Bean
        Publisher first() {
            return message -> CompletableFuture.completedFuture(null);
        }
    }

    static class AnotherPublisher {

        @Bean
        Publisher second() {
            return message -> CompletableFuture.completedFuture(null);
        }
    }

    @Test
    void rabbitMqWithoutConfirms_isNamedWithItsSetting() {
        assertThat(warnings(List.of(), NO_KAFKA))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("spring.rabbitmq.publisher-confirm-type: correlated")
                        .doesNotContain("kafka"));
    }

    @Test
    void kafkaWithoutAcksOfAll_isNamedWithItsSetting() {
        assertThat(warnings(List.of(), NO_RABBIT))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("spring.kafka.producer.acks: all")
                        .doesNotContain("rabbit"));
    }

    @Test
    void severalPublishers_noneOfThemPrimary_areNamed() {
        assertThat(warnings(List.of(OnePublisher.class, AnotherPublisher.class)))
                .singleElement()
                .satisfies(line -> assertThat(line).contains("first", "second", "@Primary"));
    }

    @Test
    void outboxThatIsPublished_logsNothing() {
        assertThat(warnings(List.of(OnePublisher.class))).isEmpty();
        assertThat(warnings(
                        List.of(),
                        NO_KAFKA,
                        "--spring.rabbitmq.publisher-confirm-type=correlated",
                        "--spring.rabbitmq.publisher-returns=true"))
                .isEmpty();
    }

    /** What the start of an application logs about its outbox; other tests may start theirs in other threads. */
    private static List<String> warnings(List<Class<?>> parts, String... properties) {
        String thread = Thread.currentThread().getName();
        List<String> lines = new ArrayList<>();
        AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                if (event.getThreadName().equals(thread) && event.getLevel() == Level.WARN) {
                    lines.add(event.getFormattedMessage());
                }
            }
        };
        Logger logger = (Logger) LoggerFactory.getLogger("io.counterfoil.springmessaging.UnpublishedOutbox");
        appender.start();
        logger.addAppender(appender);
        try {
            MessageApplication.start(TestPostgres.freshDatabase(), parts, properties)
                    .close();
        } finally {
            logger.detachAppender(appender);
        }
        return lines;
    }
}
