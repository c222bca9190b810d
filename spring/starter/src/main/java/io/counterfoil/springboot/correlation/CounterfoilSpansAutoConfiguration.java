package io.counterfoil.springboot.correlation;

import io.counterfoil.opentelemetry.SpanCorrelation;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.trace.SpanProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Correlation IDs on OpenTelemetry's spans, where {@code counterfoil-opentelemetry} and the API are on the class path. Excluded by
 * {@code spring.autoconfigure.exclude}, it leaves the spans alone.
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
    SpanCorrelation spanCorrelation() {
        return new SpanCorrelation();
    }

    /**
     * With the SDK, for which Spring Boot collects processors; an agent's spans are there before a request has its ID. Spans of
     * requests begin within the scope of the ID, because the filter of correlation IDs comes before all others.
     */
    @ConditionalOnClass(SpanProcessor.class)
    static class Sdk {

        @Bean
        @ConditionalOnMissingBean
        SpanCorrelation.EntrySpans entrySpans(SpanCorrelation spans) {
            return new SpanCorrelation.EntrySpans(spans);
        }
    }
}
