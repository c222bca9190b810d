package io.counterfoil.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
@Tag("CO-3")
class EntrySpansTest {

    private static final CorrelationId ID = CorrelationId.parse("abcd");
    private static final SpanContext CALLER = SpanContext.createFromRemoteParent(
            "12345678901234567890123456789012",
            "1234567890123456",
            TraceFlags.getSampled(),
            TraceState.builder().put("foo", "1").build());

    private final InMemorySpanExporter exported = InMemorySpanExporter.create();
    private final SpanCorrelation listener = new SpanCorrelation();
    private final SpanCorrelation.EntrySpans entrySpans = new SpanCorrelation.EntrySpans(listener);
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(entrySpans)
            .addSpanProcessor(SimpleSpanProcessor.create(exported))
            .build();
    private final Tracer tracer = provider.get("test");

    @BeforeEach
    void listen() {
        Correlation.addListener(listener);
    }

    @AfterEach
    void listenNoMore() {
        Correlation.removeListener(listener);
        provider.close();
    }

    @Test
    void entrySpan_withinAScope_hasItsIdAndKeepsTheTrace() {
        SpanData span = inWork(() -> spanUnder(Context.root().with(Span.wrap(CALLER)), () -> {}));

        assertThat(span.getAttributes().get(SpanCorrelation.ID)).isEqualTo("abcd");
        assertThat(span.getTraceId()).isEqualTo(CALLER.getTraceId());
        assertThat(span.getParentSpanContext()).isEqualTo(CALLER);
        assertThat(span.getSpanContext().getTraceState()).isEqualTo(CALLER.getTraceState());
    }

    @Test
    void spanWithoutAParent_showsTheIdToo() {
        assertThat(inWork(() -> spanUnder(Context.root(), () -> {}))
                        .getAttributes()
                        .get(SpanCorrelation.ID))
                .isEqualTo("abcd");
    }

    @Test
    @Tag("CO-4")
    void partsOfTheWork_doNotTakeTheSpanOver() {
        SpanData span =
                inWork(() -> spanUnder(Context.root(), () -> Correlation.child().close()));

        assertThat(span.getAttributes().get(SpanCorrelation.ID)).isEqualTo("abcd");
    }

    @Test
    @Tag("CO-4")
    void spanWithinAnother_isLeftToTheScopesThatAreOpenedInIt() {
        inWork(() -> spanUnder(Context.root(), () -> {
            spanUnder(Context.current(), () -> {});
            spanUnder(Context.current(), () -> Correlation.child().close());
        }));

        assertThat(exported.getFinishedSpanItems())
                .extracting(span -> span.getAttributes().get(SpanCorrelation.ID))
                .containsExactly(null, "abcd.1", "abcd");
    }

    @Test
    @Tag("CO-8")
    void replacement_isShownOnTheSpan() {
        SpanData span = inWork(() -> spanUnder(
                Context.root(),
                () -> Correlation.adopt(CorrelationId.parse("known")).close()));

        assertThat(span.getAttributes().get(SpanCorrelation.ID)).isEqualTo("known");
        assertThat(span.getEvents()).extracting(EventData::getName).containsExactly(SpanCorrelation.REPLACED);
    }

    @Test
    void outsideOfAllWork_nothingIsShown() {
        spanUnder(Context.root(), () -> {});

        assertThat(last().getAttributes().isEmpty()).isTrue();
    }

    @Test
    void spanThatIsNotRecorded_isLeftAlone() {
        try (SdkTracerProvider off = SdkTracerProvider.builder()
                .setSampler(Sampler.alwaysOff())
                .addSpanProcessor(entrySpans)
                .addSpanProcessor(SimpleSpanProcessor.create(exported))
                .build()) {
            Correlation.Scope scope = Correlation.open(ID);
            try (scope) {
                off.get("test").spanBuilder("unseen").startSpan().end();
            }
        }

        assertThat(exported.getFinishedSpanItems()).isEmpty();
    }

    private SpanData inWork(Runnable work) {
        Correlation.Scope scope = Correlation.open(ID);
        try (scope) {
            work.run();
        }
        return last();
    }

    private SpanData last() {
        return exported.getFinishedSpanItems()
                .get(exported.getFinishedSpanItems().size() - 1);
    }

    private void spanUnder(Context parent, Runnable work) {
        Span span = tracer.spanBuilder("work").setParent(parent).startSpan();
        try {
            parent.with(span).wrap(work).run();
        } finally {
            span.end();
        }
    }
}
