package io.counterfoil.springboot.correlation;

import io.counterfoil.opentelemetry.CorrelationBaggage;
import io.counterfoil.opentelemetry.SpanCorrelation;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.trace.SpanProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Correlation IDs on OpenTelemetry's spans, where {@code counterfoil-opentelemetry} and the API are on the class path; {@code
 * counterfoil.correlation.spans=false} leaves the spans alone. With {@code counterfoil.correlation.baggage=true} they go out in baggage
 * as well.
 *
 * <p>Each bean gives way to one of the application's own of the same type. {@code traceparent} and {@code tracestate} are neither
 * read nor changed.
 */
@AutoConfiguration(
        afterName =
                "org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration")
@ConditionalOnClass({SpanCorrelation.class, Span.class})
class CounterfoilSpansAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBooleanProperty(name = "counterfoil.correlation.spans", matchIfMissing = true)
    SpanCorrelation spanCorrelation() {
        return new SpanCorrelation();
    }

    /**
     * After all others, because Spring Boot's own propagator sets the header of baggage too, and the last one stays: this one puts in
     * what that one did, and the ID.
     */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    @ConditionalOnBooleanProperty("counterfoil.correlation.baggage")
    TextMapPropagator correlationBaggagePropagator() {
        return CorrelationBaggage.out(W3CBaggagePropagator.getInstance());
    }

    /**
     * With the SDK, for which Spring Boot collects processors; an agent's spans are there before a request has its ID. Spans of
     * requests begin within the scope of the ID, because the filter of correlation IDs comes before all others.
     */
    @ConditionalOnClass(SpanProcessor.class)
    static class Sdk {

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnBooleanProperty(name = "counterfoil.correlation.spans", matchIfMissing = true)
        SpanCorrelation.EntrySpans entrySpans(SpanCorrelation spans) {
            return new SpanCorrelation.EntrySpans(spans);
        }
    }
}
