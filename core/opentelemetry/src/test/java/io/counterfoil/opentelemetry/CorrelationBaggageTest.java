package io.counterfoil.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("CO-3")
class CorrelationBaggageTest {

    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final CorrelationId ID = CorrelationId.parse("abcd.1");

    private final TextMapPropagator propagator = TextMapPropagator.composite(
            W3CTraceContextPropagator.getInstance(), CorrelationBaggage.out(W3CBaggagePropagator.getInstance()));

    @Test
    void currentId_goesOut_besideOtherEntries_andTheTraceIsUntouched() {
        Context received = received(Map.of("traceparent", TRACE, "tracestate", "vendor=1", "baggage", "tenant=blue"));

        Map<String, String> sent = sentUnder(ID, received);

        assertThat(sent).containsEntry("traceparent", TRACE).containsEntry("tracestate", "vendor=1");
        assertThat(sent.getOrDefault("baggage", "").split(",", -1))
                .containsExactlyInAnyOrder("tenant=blue", "corr_id=abcd.1");
    }

    @Test
    void currentId_goesOutInPlaceOfTheOneReceived() {
        assertThat(sentUnder(ID, received(Map.of("baggage", "corr_id=abcd"))))
                .containsEntry("baggage", "corr_id=abcd.1");
    }

    @Test
    void whereNoWorkIsCurrent_whatWasReceivedGoesOn() {
        Map<String, String> sent = new TreeMap<>();

        propagator.inject(received(Map.of("baggage", "corr_id=abcd")), sent, Map::put);

        assertThat(sent).containsExactly(Map.entry("baggage", "corr_id=abcd"));
    }

    @Test
    void receivedId_isAccepted() {
        Context received = received(sentUnder(ID, Context.root()));

        assertThat(CorrelationBaggage.acceptOrFresh(received)).isEqualTo(ID);
    }

    @Test
    @Tag("CO-10")
    void receivedId_thatBreaksTheGrammar_isNotTrusted() {
        Context received = received(Map.of("baggage", "corr_id=abcd%0Aforged"));

        assertThat(Baggage.fromContext(received).getEntryValue("corr_id")).isEqualTo("abcd\nforged");
        assertThat(CorrelationBaggage.acceptOrFresh(received).value()).matches("[A-Za-z0-9_-]{16}");
    }

    @Test
    void withoutBaggage_theIdIsFresh() {
        CorrelationId first = CorrelationBaggage.acceptOrFresh(Context.root());

        assertThat(CorrelationBaggage.acceptOrFresh(Context.root())).isNotEqualTo(first);
    }

    private Context received(Map<String, String> headers) {
        return propagator.extract(Context.root(), headers, new Headers());
    }

    private Map<String, String> sentUnder(CorrelationId id, Context context) {
        Map<String, String> sent = new TreeMap<>();
        Correlation.Scope scope = Correlation.open(id);
        try (scope) {
            propagator.inject(context, sent, Map::put);
        }
        return sent;
    }

    private static final class Headers implements TextMapGetter<Map<String, String>> {

        @Override
        public Iterable<String> keys(Map<String, String> headers) {
            return headers.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> headers, String name) {
            return headers == null ? null : headers.get(name);
        }
    }
}
