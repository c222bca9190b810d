package io.counterfoil.springmessaging;

import io.counterfoil.messaging.outbox.Backlog;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.function.ToDoubleFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Counts messages, and shows what waits in the outbox, where the application has a registry of meters. */
@AutoConfiguration(
        after = CounterfoilMessagingAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, OutboxBacklog.class})
class CounterfoilMessagingMetricsAutoConfiguration {

    private static final String PREFIX = "counterfoil.outbox.";

    @Bean
    @Lazy(false)
    @ConditionalOnMissingBean
    MicrometerInboxListener micrometerInboxListener(MeterRegistry registry) {
        return new MicrometerInboxListener(registry);
    }

    /** Also where beans are made late: nothing asks for this one. */
    @Bean
    @Lazy(false)
    OutboxGauges counterfoilOutboxGauges(MeterRegistry registry, OutboxBacklog backlog) {
        gauge(registry, backlog, "waiting", "Messages in the outbox", BaseUnits.MESSAGES, Backlog::waiting);
        gauge(
                registry,
                backlog,
                "oldest.age",
                "How long the oldest message has waited",
                "seconds",
                waits -> waits.oldest().toMillis() / 1000.0);
        gauge(
                registry,
                backlog,
                "set.aside",
                "Messages that are not published any more",
                BaseUnits.MESSAGES,
                Backlog::setAside);
        return new OutboxGauges();
    }

    private static void gauge(
            MeterRegistry registry,
            OutboxBacklog backlog,
            String name,
            String description,
            String unit,
            ToDoubleFunction<Backlog> number) {
        Gauge.builder(PREFIX + name, () -> backlog.number(number))
                .description(description)
                .baseUnit(unit)
                .register(registry);
    }

    /** The gauges are registered. */
    record OutboxGauges() {}
}
