package io.counterfoil.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(600)
class SpanCorrelationTest {

    @RegisterExtension
    static final OpenTelemetryExtension TELEMETRY = OpenTelemetryExtension.create();

    private static final AttributeKey<String> CORR_ID = AttributeKey.stringKey("corr_id");
    private static final CorrelationId ID = CorrelationId.parse("abcd");
    private static final CorrelationId OTHER = CorrelationId.parse("other");

    private final SpanCorrelation listener = new SpanCorrelation();
    private final Tracer tracer = TELEMETRY.getOpenTelemetry().getTracer("test");

    @BeforeEach
    void listen() {
        Correlation.addListener(listener);
    }

    @AfterEach
    void listenNoMore() {
        Correlation.removeListener(listener);
    }

    @Test
    @Tag("CO-3")
    void scope_isShownOnTheCurrentSpan() {
        SpanData span = spanOf(() -> open(ID, () -> {}));

        assertThat(span.getAttributes().get(CORR_ID)).isEqualTo("abcd");
        assertThat(span.getEvents()).isEmpty();
    }

    @Test
    @Tag("CO-4")
    void partsOfTheWork_doNotTakeTheSpanOver_alsoOnOtherThreads() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            SpanData span = spanOf(() -> open(ID, () -> {
                Correlation.child().close();
                Correlation.extend().close();
                Runnable elsewhere = Context.current()
                        .wrap(Correlation.capture()
                                .wrap(() -> Correlation.child().close()));
                try {
                    pool.submit(elsewhere).get();
                } catch (Exception failure) {
                    throw new IllegalStateException(failure);
                }
                Correlation.begin().close();
            }));

            assertThat(span.getAttributes().get(CORR_ID)).isEqualTo("abcd");
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    @Tag("CO-4")
    void partWithASpanOfItsOwn_isShownOnThat() {
        SpanData outer =
                spanOf(() -> open(ID, () -> spanOf(() -> Correlation.child().close())));
        List<SpanData> spans = TELEMETRY.getSpans();

        assertThat(spans).hasSize(2);
        assertThat(spans.get(0).getAttributes().get(CORR_ID)).isEqualTo("abcd.1");
        assertThat(spans.get(0).getParentSpanId()).isEqualTo(outer.getSpanId());
        assertThat(outer.getAttributes().get(CORR_ID)).isEqualTo("abcd");
    }

    @Test
    @Tag("CO-6")
    void replacement_isAnEventOfTheSpan_whichCarriesTheNewIdThen() {
        CorrelationId[] next = new CorrelationId[1];

        SpanData span = spanOf(() -> open(ID, () -> {
            Correlation.Scope replaced = Correlation.replace();
            try (replaced) {
                next[0] = replaced.id().orElseThrow();
            }
        }));

        assertThat(span.getAttributes().get(CORR_ID)).isEqualTo(next[0].value());
        assertThat(span.getEvents()).extracting(EventData::getName).containsExactly("correlation.replaced");
        assertThat(span.getEvents()).extracting(EventData::getAttributes).containsExactly(replacement(ID, next[0]));
    }

    @Test
    @Tag("CO-8")
    void workThatAdoptsAnId_isFoundByThatOne() {
        SpanData span = spanOf(() -> open(OTHER, () -> Correlation.adopt(ID).close()));

        assertThat(span.getAttributes().get(CORR_ID)).isEqualTo("abcd");
        assertThat(span.getEvents()).extracting(EventData::getAttributes).containsExactly(replacement(OTHER, ID));
    }

    @Test
    @Tag("CO-7")
    void combination_isAnEventForEachId() {
        CorrelationId[] batch = new CorrelationId[1];

        SpanData span = spanOf(() -> {
            Correlation.Scope combined = Correlation.combine(List.of(ID, OTHER));
            try (combined) {
                batch[0] = combined.id().orElseThrow();
            }
        });

        assertThat(span.getAttributes().get(CORR_ID)).isEqualTo(batch[0].value());
        assertThat(span.getEvents())
                .extracting(EventData::getAttributes)
                .containsExactly(replacement(ID, batch[0]), replacement(OTHER, batch[0]));
        assertThat(span.getLinks()).isEmpty();
    }

    @Test
    void withoutASpan_nothingHappens() {
        open(ID, () -> Correlation.replace().close());

        assertThat(TELEMETRY.getSpans()).isEmpty();
    }

    private SpanData spanOf(Runnable work) {
        Span span = tracer.spanBuilder("work").startSpan();
        try {
            Context.current().with(span).wrap(work).run();
        } finally {
            span.end();
        }
        return TELEMETRY.getSpans().get(TELEMETRY.getSpans().size() - 1);
    }

    private static void open(CorrelationId id, Runnable work) {
        Correlation.Scope scope = Correlation.open(id);
        try (scope) {
            work.run();
        }
    }

    private static Attributes replacement(CorrelationId old, CorrelationId next) {
        return Attributes.of(
                AttributeKey.stringKey("old_corr_id"),
                old.value(),
                AttributeKey.stringKey("new_corr_id"),
                next.value());
    }
}
