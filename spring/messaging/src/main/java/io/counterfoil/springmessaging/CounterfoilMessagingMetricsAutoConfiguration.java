package io.counterfoil.springmessaging;

import io.counterfoil.messaging.deadletter.DeadLetterBacklog;
import io.counterfoil.messaging.outbox.Backlog;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Counts messages, and shows what waits in the outbox and what the inbox could not process, where the application has a registry of meters. */
@AutoConfiguration(
        after = CounterfoilMessagingAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, OutboxBacklog.class})
class CounterfoilMessagingMetricsAutoConfiguration {

    private static final String OUTBOX = "counterfoil.outbox.";
    private static final String INBOX = "counterfoil.inbox.";
    private static final String SECONDS = "seconds";

    @Bean
    @Lazy(false)
    @ConditionalOnMissingBean
    MicrometerInboxListener micrometerInboxListener(MeterRegistry registry) {
        return new MicrometerInboxListener(registry);
    }

    /** Also where beans are made late: nothing asks for this one. */
    @Bean
    @Lazy(false)
    MessageGauges counterfoilMessageGauges(
            MeterRegistry registry, OutboxBacklog outbox, FailedMessageBacklog failedMessages) {
        gauge(OUTBOX + "waiting", "Messages in the outbox", BaseUnits.MESSAGES, () -> outbox.number(Backlog::waiting))
                .register(registry);
        gauge(
                        OUTBOX + "oldest.age",
                        "How long the oldest message has waited",
                        SECONDS,
                        () -> outbox.number(waits -> seconds(waits.oldest())))
                .register(registry);
        gauge(
                        OUTBOX + "set.aside",
                        "Messages that are not published any more",
                        BaseUnits.MESSAGES,
                        () -> outbox.number(Backlog::setAside))
                .register(registry);
        gauge(
                        INBOX + "dead.letters",
                        "Messages that were rejected and that no operator has settled",
                        BaseUnits.MESSAGES,
                        () -> failedMessages.number(DeadLetterBacklog::deadLetters))
                .register(registry);
        gauge(
                        INBOX + "dead.letters.oldest.age",
                        "How long ago the oldest dead letter was rejected",
                        SECONDS,
                        () -> failedMessages.number(known -> seconds(known.oldest())))
                .register(registry);
        gauge(
                        INBOX + "failing",
                        "Messages with failed attempts that will be attempted again",
                        BaseUnits.MESSAGES,
                        () -> failedMessages.number(DeadLetterBacklog::failing))
                .register(registry);
        return new MessageGauges();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static Gauge.Builder<Supplier<Number>> gauge(
            String name, String description, String unit, Supplier<Number> number) {
        return Gauge.builder(name, number).description(description).baseUnit(unit);
    }

    /** The gauges are registered. */
    record MessageGauges() {}
}
