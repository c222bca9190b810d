package io.counterfoil.springboot.observe;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Counts what happens in the engine, where the application has a registry of meters. */
@AutoConfiguration(
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
        beforeName = "io.counterfoil.springboot.engine.CounterfoilAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
class CounterfoilMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    MicrometerIdempotencyListener micrometerIdempotencyListener(MeterRegistry registry) {
        return new MicrometerIdempotencyListener(registry);
    }
}
