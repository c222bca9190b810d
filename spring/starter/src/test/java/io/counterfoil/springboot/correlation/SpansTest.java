package io.counterfoil.springboot.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Snapshot;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.opentelemetry.SpanCorrelation;
import io.counterfoil.opentelemetry.SpanEvents;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** What the starter tells of correlation IDs, and to whom. */
@Tag("CO-3")
@Timeout(600)
@Isolated("correlation listeners are the JVM's, and those of another application would show its scopes on these spans")
class SpansTest {

    private static final CorrelationId WORK = CorrelationId.parse("abcd");

    private final InMemorySpanExporter exported = InMemorySpanExporter.create();
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    CounterfoilListenersAutoConfiguration.class,
                    CounterfoilSpansAutoConfiguration.class,
                    CounterfoilBaggageAutoConfiguration.class));

    /** A span with the processors of the application, and a scope that is opened in it, or round it. */
    private SpanData span(ApplicationContext beans, boolean scopeFirst) {
        try (SdkTracerProvider provider = SdkTracerProvider.builder()
                .addSpanProcessor(SpanProcessor.composite(beans.getBeanProvider(SpanProcessor.class)
                        .orderedStream()
                        .toList()))
                .addSpanProcessor(SimpleSpanProcessor.create(exported))
                .build()) {
            Runnable spanned = () -> {
                Span span = provider.get("test").spanBuilder("work").startSpan();
                Context.current()
                        .with(span)
                        .wrap(() -> inWork(() -> {}, !scopeFirst))
                        .run();
                span.end();
            };
            inWork(spanned, scopeFirst);
            return exported.getFinishedSpanItems().get(0);
        }
    }

    private static void inWork(Runnable task, boolean open) {
        (open ? Snapshot.of(WORK).wrap(task) : task).run();
    }

    @Test
    void scopeWithinASpan_isShownOnIt() {
        application.run(
                context -> assertThat(span(context, false).getAttributes().get(SpanCorrelation.ID))
                        .isEqualTo("abcd"));
    }

    @Test
    void spanThatBeginsWithinAScope_showsIt() {
        application.run(
                context -> assertThat(span(context, true).getAttributes().get(SpanCorrelation.ID))
                        .isEqualTo("abcd"));
    }

    @Test
    void exclusion_leavesTheSpansAlone() {
        Excluded.by(CounterfoilSpansAutoConfiguration.class).run(context -> {
            assertThat(context)
                    .doesNotHaveBean(SpanCorrelation.class)
                    .doesNotHaveBean(SpanCorrelation.EntrySpans.class)
                    .doesNotHaveBean(SpanEvents.class);
            assertThat(span(context, false).getAttributes().isEmpty()).isTrue();
        });
    }

    @Test
    @Tag("OB-4")
    void replays_areEventsOfSpans() {
        application.run(context -> assertThat(context)
                .hasSingleBean(SpanEvents.class)
                .getBean(IdempotencyListener.class)
                .isInstanceOf(SpanEvents.class));
    }

    @Test
    void withoutTheSdk_spansOfAnAgentAreShown() {
        application
                .withClassLoader(new FilteredClassLoader("io.opentelemetry.sdk"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(SpanCorrelation.class)
                        .doesNotHaveBean("entrySpans"));
    }

    @Test
    void withoutOpenTelemetry_theApplicationStarts() {
        application
                .withClassLoader(new FilteredClassLoader("io.opentelemetry"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("spanCorrelation"));
    }

    @Test
    void applicationsOwnBean_isTakenInstead() {
        SpanCorrelation own = new SpanCorrelation();
        application
                .withBean(SpanCorrelation.class, () -> own)
                .run(context ->
                        assertThat(context.getBean(SpanCorrelation.class)).isSameAs(own));
    }

    @Test
    void lazyListenerBean_isRegistered_whileTheContextIsOpen() {
        List<CorrelationId> told = new CopyOnWriteArrayList<>();
        Correlation.Listener listener = new Correlation.Listener() {
            @Override
            public void opened(CorrelationId id) {
                told.add(id);
            }
        };
        application
                .withBean("own", Correlation.Listener.class, () -> listener)
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> inWork(() -> {}, true));
        inWork(() -> {}, true);

        assertThat(told).containsExactly(WORK);
    }

    @Test
    void baggage_isAChoice_andKeepsWhatElseIsInIt() {
        application.run(context -> assertThat(context).doesNotHaveBean(TextMapPropagator.class));
        application.withPropertyValues("counterfoil.correlation.baggage=true").run(context -> {
            Map<String, String> carrier = new HashMap<>();
            Context with =
                    Context.root().with(Baggage.builder().put("tenant", "7").build());
            inWork(
                    () -> context.getBean(TextMapPropagator.class)
                            .inject(
                                    with,
                                    carrier,
                                    (to, name, value) ->
                                            Objects.requireNonNull(to).put(name, value)),
                    true);
            assertThat(carrier)
                    .hasEntrySatisfying(
                            "baggage",
                            baggage -> assertThat(baggage.split(","))
                                    .containsExactlyInAnyOrder("tenant=7", "corr_id=abcd"));
        });
    }

    @Test
    void wrongSetting_isRefusedByItsName() {
        application
                .withPropertyValues("counterfoil.correlation.baggage=perhaps")
                .run(context ->
                        assertThat(context.getStartupFailure()).rootCause().hasMessageContaining("perhaps"));
        application
                .withPropertyValues("counterfoil.correlation.span=true")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("counterfoil.correlation.span"));
    }
}
