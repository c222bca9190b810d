package io.counterfoil.springboot.correlation;

import io.counterfoil.opentelemetry.SpanCorrelation;
import io.counterfoil.opentelemetry.SpanEvents;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.trace.SpanProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Correlation IDs and replays on OpenTelemetry's spans, where {@code counterfoil-opentelemetry} and the API are on the class path. Excluded by
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

    /** Replays, mismatches and takeovers; the engine calls every listener among the beans. */
    @Bean
    @ConditionalOnMissingBean
    SpanEvents spanEvents() {
        return new SpanEvents();
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
