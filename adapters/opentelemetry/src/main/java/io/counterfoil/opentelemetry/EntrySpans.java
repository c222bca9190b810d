package io.counterfoil.opentelemetry;

import io.counterfoil.correlation.Correlation;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;

/**
 * Shows the work on spans that begin within it, where these are the first of their trace in this process: without a parent, or with one
 * elsewhere. That is so for the span of a request whose correlation id is read before the span begins, as it must be for an id that
 * every log line is to have; {@link SpanCorrelation} alone would not see such a span, since no scope is opened in it.
 *
 * <pre>{@code
 * SpanCorrelation spans = new SpanCorrelation();
 * Correlation.addListener(spans);
 * SdkTracerProvider.builder().addSpanProcessor(new EntrySpans(spans));
 * }</pre>
 *
 * <p>Spans within such a one are left to {@link SpanCorrelation}. Reads the parent and changes nothing but the attribute. Thread-safe;
 * needs OpenTelemetry's SDK, which is no dependency of this module at run time.
 */
public final class EntrySpans implements SpanProcessor {

    private final SpanCorrelation spans;

    /** Together with this one, which still handles the spans. */
    public EntrySpans(SpanCorrelation spans) {
        this.spans = spans;
    }

    @Override
    public void onStart(Context parentContext, ReadWriteSpan span) {
        SpanContext parent = Span.fromContext(parentContext).getSpanContext();
        if (!parent.isValid() || parent.isRemote()) {
            Correlation.current().ifPresent(id -> spans.show(id, span));
        }
    }

    @Override
    public boolean isStartRequired() {
        return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {}

    @Override
    public boolean isEndRequired() {
        return false;
    }
}
