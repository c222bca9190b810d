package io.counterfoil.springboot.correlation;

import io.counterfoil.opentelemetry.CorrelationBaggage;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.context.propagation.TextMapPropagator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Correlation IDs in OpenTelemetry's baggage, as configured by {@code counterfoil.correlation.baggage}. */
@AutoConfiguration(
        afterName =
                "org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration")
@ConditionalOnClass({CorrelationBaggage.class, TextMapPropagator.class})
@ConditionalOnBooleanProperty("counterfoil.correlation.baggage")
class CounterfoilBaggageAutoConfiguration {

    /**
     * After all others, because Spring Boot's own propagator sets the header of baggage too, and the last one stays: this one puts in
     * what that one did, and the ID.
     */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    TextMapPropagator correlationBaggagePropagator() {
        return CorrelationBaggage.out(W3CBaggagePropagator.getInstance());
    }
}
