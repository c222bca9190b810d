/**
 * Correlation ids beside OpenTelemetry: on spans, and in baggage by choice. The context of a trace ({@code traceparent}, {@code
 * tracestate}) is neither read nor changed: a trace and the story of a work are two things, and here each can be found by the other. Replays, mismatches and takeovers are events of
 * spans ({@link io.counterfoil.opentelemetry.SpanEvents}), repeated attempts have their number ({@link
 * io.counterfoil.opentelemetry.ResendCount}).
 *
 * <pre>{@code
 * Correlation.addListener(new SpanCorrelation());
 * }</pre>
 */
@NullMarked
package io.counterfoil.opentelemetry;

import org.jspecify.annotations.NullMarked;
