package io.counterfoil.opentelemetry;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Shows the work on the spans of its traces, so that the trace of an id can be found. To be added once, at the start:
 *
 * <pre>{@code
 * Correlation.addListener(new SpanCorrelation());
 * }</pre>
 *
 * <p>A span that is the current one where a scope is opened gets the attribute {@code corr_id}, and keeps it: what is opened within the
 * same span later are parts of its work, such as {@link Correlation#child()}, or work beside it. A part that is to be found by its own id
 * gets a span of its own, started before its scope is opened. Spans that begin within a scope, and in which none is opened, get no
 * attribute; but {@link EntrySpans} sees to those that begin with the request or message.
 *
 * <p>Where an id gives way to another one, the current span gets the event {@value #REPLACED} with {@code old_corr_id} and {@code
 * new_corr_id}; one that carried the old id carries the new one from then on. Of ids that are combined, each is such an event. It is
 * an event and not a link: a link leads to another span, and a replacement does not know the spans that the old id is on.
 *
 * <p>Spans that are not recorded are left alone. Thread-safe. Remembers a span until it is garbage; where {@code Span.current()} gives
 * another object for the same span each time, the id that was opened last is the one that stays.
 */
public final class SpanCorrelation implements Correlation.Listener {

    /** The attribute of a span: the id of its work, under the same name as in the MDC. */
    public static final AttributeKey<String> ID = AttributeKey.stringKey(Correlation.MDC_KEY);

    /** The name of the event of a replacement. */
    public static final String REPLACED = "correlation.replaced";

    private static final AttributeKey<String> OLD = AttributeKey.stringKey(Correlation.OLD_ID);
    private static final AttributeKey<String> NEW = AttributeKey.stringKey(Correlation.NEW_ID);

    private final Map<Span, CorrelationId> shown = Collections.synchronizedMap(new WeakHashMap<>());

    /** A listener for all spans. */
    public SpanCorrelation() {}

    @Override
    public void opened(CorrelationId id) {
        show(id, Span.current());
    }

    /** Where the span has no id yet. */
    void show(CorrelationId id, Span span) {
        if (span.isRecording() && shown.putIfAbsent(span, id) == null) {
            span.setAttribute(ID, id.value());
        }
    }

    @Override
    public void replaced(CorrelationId old, CorrelationId next) {
        Span span = Span.current();
        if (!span.isRecording()) {
            return;
        }
        span.addEvent(REPLACED, Attributes.of(OLD, old.value(), NEW, next.value()));
        if (shown.replace(span, old, next)) {
            span.setAttribute(ID, next.value());
        }
    }

    /**
     * Shows the work on spans that begin within it, where these are the first of their trace in this process: without a parent, or with one
     * elsewhere. That is so for the span of a request whose correlation id is read before the span begins, as it must be for an id that
     * every log line is to have; {@link SpanCorrelation} alone would not see such a span, since no scope is opened in it.
     *
     * <pre>{@code
     * SpanCorrelation spans = new SpanCorrelation();
     * Correlation.addListener(spans);
     * SdkTracerProvider.builder().addSpanProcessor(new SpanCorrelation.EntrySpans(spans));
     * }</pre>
     *
     * <p>Spans within such a one are left to {@link SpanCorrelation}. Reads the parent and changes nothing but the attribute. Thread-safe;
     * needs OpenTelemetry's SDK, which is no dependency of this module at run time.
     */
    public static final class EntrySpans implements SpanProcessor {

        private final SpanCorrelation spans;

        /**
         * A processor that shows work by this listener.
         *
         * @param spans the listener that was added to {@link Correlation}, and still handles spans within others
         */
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
}
