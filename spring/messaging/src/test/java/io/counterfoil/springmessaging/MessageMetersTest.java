package io.counterfoil.springmessaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.inbox.AttemptLog;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.springboot.internal.HealthDetail;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
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

/** What an operator sees of messages, and that the guide lists all of it. */
@Timeout(600)
class MessageMetersTest {

    private static final Path GUIDE = Path.of("..", "..", "docs", "reference", "metrics.md");

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    JdbcClientAutoConfiguration.class,
                    TransactionAutoConfiguration.class,
                    CounterfoilMessagingAutoConfiguration.class,
                    CounterfoilMessagingMetricsAutoConfiguration.class))
            .withConfiguration(Named.configurations(
                    "springboot.store.CounterfoilStoreAutoConfiguration",
                    "springboot.store.CounterfoilTablesAutoConfiguration",
                    "springboot.engine.CounterfoilAutoConfiguration",
                    "springboot.observe.CounterfoilMetricsAutoConfiguration",
                    "springboot.observe.CounterfoilGaugesAutoConfiguration"))
            .withUserConfiguration(Metered.class)
            .withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");

    @Test
    void messages_areCounted_asRequestsAre() {
        runner.run(context -> {
            Inbox inbox = context.getBean(Inbox.class);
            MessageKey key = MessageKey.of("billing", "m");
            inbox.once(key, () -> {});
            inbox.once(key, () -> {});
            inbox.redeliveries().failed(key, new IllegalStateException("no paper"));
            inbox.redeliveries().giveUp(MessageKey.of("billing", "n"), "used up", () -> {});

            assertThat(value(context, "counterfoil.messages.executions")).isOne();
            assertThat(value(context, "counterfoil.messages.duplicates")).isOne();
            assertThat(value(context, "counterfoil.messages.attempts.failed")).isOne();
            assertThat(value(context, "counterfoil.messages.dead.letters")).isOne();
            assertThat(value(context, "counterfoil.idempotency.replays")).isOne();
        });
    }

    @Test
    void messages_areLogged_asRequestsAre() {
        Logger logger = (Logger) LoggerFactory.getLogger(LoggingInboxListener.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        // Other applications of this JVM set the level of all.
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
        runner.run(context -> {
            Inbox inbox = context.getBean(Inbox.class);
            MessageKey key = MessageKey.of("logging", "m");
            inbox.once(key, () -> {});
            inbox.once(key, () -> {});
            inbox.redeliveries().giveUp(MessageKey.of("logging", "n"), "used up", () -> {});
        });
        logger.detachAppender(lines);

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(line -> line.contains("[receiver=logging]"))
                .containsExactly(
                        "Message executed [message_id=m] [receiver=logging]",
                        "Duplicate message skipped [message_id=m] [receiver=logging]",
                        "Message rejected [message_id=n] [receiver=logging] [reason=used up]");
    }

    @Test
    void gauges_areThere_whenTheFirstScrapeComes() {
        runner.withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> {
                    OutboxStore outbox = context.getBean(OutboxStore.class);
                    outbox.add(Message.of("order.placed", new byte[0]));
                    outbox.add(Message.of("order.placed", new byte[0]));
                    context.getBean(JdbcClient.class)
                            .sql("UPDATE counterfoil_outbox SET added_at = added_at - 3600000000")
                            .update();

                    assertThat(value(context, "counterfoil.outbox.waiting")).isEqualTo(2);
                    assertThat(value(context, "counterfoil.outbox.oldest.age")).isBetween(3600.0, 7200.0);
                    assertThat(value(context, "counterfoil.outbox.set.aside")).isZero();
                    HealthDetail detail = context.getBean(OutboxBacklog.class);
                    assertThat(detail.name()).isEqualTo("outbox");
                    assertThat(detail.read().orElseThrow())
                            .containsEntry("waiting", 2)
                            .containsEntry("setAside", 0);
                    assertThat(value(context, "counterfoil.idempotency.outcomes.unknown"))
                            .isZero();
                    assertThat(value(context, "counterfoil.idempotency.outcomes.unknown.oldest.age"))
                            .isZero();
                });
    }

    /** Not by this process: the store has them. */
    @Test
    void deadLetterGauges_areReadFromTheStore() {
        runner.run(context -> {
            AttemptLog attempts = context.getBean(AttemptLog.class);
            attempts.rejecting(MessageKey.of("billing", "m"), 5, "used up", Optional.empty());
            attempts.failed(MessageKey.of("billing", "n"), 1, "no paper", Duration.ZERO);
            context.getBean(JdbcClient.class)
                    .sql("UPDATE counterfoil_message_failure SET changed_at = changed_at - 3600000000")
                    .update();

            assertThat(value(context, "counterfoil.inbox.dead.letters")).isOne();
            assertThat(value(context, "counterfoil.inbox.dead.letters.oldest.age"))
                    .isBetween(3600.0, 7200.0);
            assertThat(value(context, "counterfoil.inbox.failing")).isOne();
            assertThat(context.getBean(FailedMessageBacklog.class).read().orElseThrow())
                    .containsEntry("deadLetters", 1)
                    .containsEntry("failing", 1);
        });
    }

    @Test
    void gauges_withoutADatabase_areNaN() {
        runner.run(context -> {
            context.getBean(JdbcClient.class).sql("SHUTDOWN").update();

            assertThat(value(context, "counterfoil.outbox.waiting")).isNaN();
            assertThat(value(context, "counterfoil.inbox.dead.letters")).isNaN();
            assertThat(value(context, "counterfoil.idempotency.outcomes.unknown"))
                    .isNaN();
        });
    }

    @Test
    @Tag("RQ-16")
    void guide_listsTheMetersThatThereAre() {
        runner.run(context -> assertThat(registered(context)).isEqualTo(documented()));
    }

    @Test
    @Tag("RQ-16")
    void everyMeter_hasADescription() {
        runner.run(context -> assertThat(context.getBean(MeterRegistry.class).getMeters())
                .filteredOn(meter -> meter.getId().getName().startsWith("counterfoil."))
                .isNotEmpty()
                .allSatisfy(meter -> assertThat(meter.getId().getDescription())
                        .as(meter.getId().getName())
                        .isNotBlank()));
    }

    @Test
    void attemptThatFails_isNoExecution() {
        runner.run(context -> {
            Inbox inbox = context.getBean(Inbox.class);

            assertThatThrownBy(() -> inbox.once(MessageKey.of("billing", "m"), () -> {
                        throw new IllegalStateException("no paper");
                    }))
                    .hasMessage("no paper");

            assertThat(value(context, "counterfoil.messages.executions")).isZero();
        });
    }

    private static double value(ApplicationContext context, String name) {
        Meter meter = context.getBean(MeterRegistry.class).get(name).meter();
        return meter.measure().iterator().next().getValue();
    }

    private static Set<String> registered(ApplicationContext context) {
        return context.getBean(MeterRegistry.class).getMeters().stream()
                .map(meter -> meter.getId().getName())
                .filter(name -> name.startsWith("counterfoil."))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The first column of the tables, behind what their names begin with. */
    private static Set<String> documented() throws IOException {
        Pattern begin = Pattern.compile("(?:begin|these) with `(counterfoil\\.[a-z.]+\\.)`");
        Pattern row = Pattern.compile("^\\| `([a-z.]+)`");
        Set<String> names = new TreeSet<>();
        String prefix = "";
        for (String line : Files.readAllLines(GUIDE)) {
            if (line.startsWith("### Each request")) {
                break;
            }
            Matcher beginning = begin.matcher(line);
            Matcher meter = row.matcher(line);
            if (beginning.find()) {
                prefix = beginning.group(1);
            } else if (meter.find()) {
                names.add(prefix + meter.group(1));
            }
        }
        return names;
    }

    @Configuration(proxyBeanMethods = false)
    static class Metered {

        @Bean
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }
    }
}
