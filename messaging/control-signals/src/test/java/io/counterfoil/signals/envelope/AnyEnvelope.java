package io.counterfoil.signals.envelope;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.jspecify.annotations.Nullable;

/** Envelopes of all kinds, up to every limit. */
final class AnyEnvelope {

    private AnyEnvelope() {}

    static Arbitrary<Envelope> any() {
        return Arbitraries.oneOf(signals(), outcomes(), metrics(), alerts());
    }

    static Arbitrary<Signal> signals() {
        return Combinators.combine(times(), types(), origins(), scopes(), correlationIds(), keys(), data())
                .as(Signal::new);
    }

    static Arbitrary<SignalOutcome> outcomes() {
        return Combinators.combine(
                        times(),
                        types(),
                        origins(),
                        scopes(),
                        correlationIds(),
                        keys(),
                        correlationIds().optional(),
                        outcomeData())
                .as(SignalOutcome::new);
    }

    static Arbitrary<Metric> metrics() {
        return Combinators.combine(
                        times(), types(), origins(), scopes(), correlationIds().optional(), keys().optional(), data())
                .as(Metric::new);
    }

    static Arbitrary<Alert> alerts() {
        return Combinators.combine(
                        times(), types(), origins(), scopes(), correlationIds().optional(), keys().optional(), data())
                .as(Alert::new);
    }

    static Arbitrary<Instant> times() {
        return Combinators.combine(
                        Arbitraries.longs().between(-62_167_219_200L, 253_402_300_799L),
                        Arbitraries.oneOf(
                                Arbitraries.just(0), Arbitraries.integers().between(0, 999_999_999)))
                .as(Instant::ofEpochSecond);
    }

    static Arbitrary<String> types() {
        return Arbitraries.strings()
                .withCharRange('a', 'z')
                .numeric()
                .ofMinLength(1)
                .ofMaxLength(19)
                .list()
                .ofMinSize(1)
                .ofMaxSize(2)
                .map(words -> String.join("-", words));
    }

    static Arbitrary<String> origins() {
        return Arbitraries.strings().withCharRange('!', '~').ofMinLength(1).ofMaxLength(128);
    }

    static Arbitrary<SwarmScope> scopes() {
        Arbitrary<String> part = Arbitraries.oneOf(
                Arbitraries.just(SwarmScope.ALL),
                Arbitraries.strings()
                        .alpha()
                        .numeric()
                        .withChars('_', '-')
                        .ofMinLength(1)
                        .ofMaxLength(64));
        return Combinators.combine(part, part, part).as(SwarmScope::new);
    }

    static Arbitrary<CorrelationId> correlationIds() {
        return Arbitraries.strings()
                .alpha()
                .numeric()
                .withChars('_', '-')
                .ofMinLength(1)
                .ofMaxLength(40)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(segments -> CorrelationId.parse(String.join(".", segments)));
    }

    static Arbitrary<RequestId> keys() {
        return lines(255)
                .filter(text -> text.getBytes(StandardCharsets.UTF_8).length <= RequestId.MAX_BYTES)
                .map(RequestId::new);
    }

    /** Text without control characters and halves of pairs. */
    static Arbitrary<String> lines(int limit) {
        return Arbitraries.strings()
                .withCharRange(' ', '~')
                .withChars('\u00e4', '\u20ac', '\u2028', '"', '\\')
                .ofMinLength(1)
                .ofMaxLength(limit);
    }

    static Arbitrary<Data> data() {
        return members().map(Data::of);
    }

    private static Arbitrary<Data> outcomeData() {
        Arbitrary<Optional<SignalFailure>> errors = Combinators.combine(lines(64), lines(1_024))
                .as(SignalFailure::new)
                .optional();
        return Combinators.combine(lines(64), Arbitraries.of(true, false), errors, members())
                .as((status, retryable, error, more) -> {
                    Map<String, @Nullable Object> members = new LinkedHashMap<>(more);
                    members.remove("error");
                    error.ifPresent(it -> members.put("error", Map.of("code", it.code(), "message", it.message())));
                    members.put("status", status);
                    members.put("retryable", retryable);
                    return Data.of(members);
                });
    }

    private static Arbitrary<Map<String, @Nullable Object>> members() {
        Arbitrary<Object> flat = Arbitraries.oneOf(
                Arbitraries.strings()
                        .ofMaxLength(20)
                        .filter(AnyEnvelope::isPaired)
                        .map(it -> it),
                Arbitraries.longs().map(it -> it),
                Arbitraries.bigDecimals()
                        .between(BigDecimal.valueOf(-1e20), BigDecimal.valueOf(1e20))
                        .ofScale(9)
                        .map(it -> it),
                Arbitraries.of(true, false));
        Arbitrary<Object> deep = Arbitraries.oneOf(
                flat,
                flat.injectNull(0.1).list().ofMaxSize(3).map(it -> it),
                Arbitraries.maps(names(), flat.injectNull(0.1)).ofMaxSize(3).map(it -> it));
        return Arbitraries.maps(names(), deep.injectNull(0.1)).ofMaxSize(4).map(LinkedHashMap::new);
    }

    private static Arbitrary<String> names() {
        return Arbitraries.strings().ofMaxLength(8).filter(AnyEnvelope::isPaired);
    }

    private static boolean isPaired(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** One of each kind, with nothing special about it. */
    static List<Envelope> examples() {
        Instant now = Instant.parse("2025-09-12T12:30:08.5Z");
        SwarmScope scope = new SwarmScope("swarm-42", "swarm-controller", "marshal-1");
        CorrelationId attempt = CorrelationId.parse("attempt-1");
        RequestId key = new RequestId("a1c3");
        return List.of(
                new Signal(now, "swarm-start", "orchestrator-1", scope, attempt, key, Data.EMPTY),
                new SignalOutcome(
                        now,
                        "swarm-start",
                        "swarm-controller:marshal-1",
                        scope,
                        attempt,
                        key,
                        Optional.of(CorrelationId.parse("attempt-0")),
                        Data.parse(
                                "{\"status\":\"Failed\",\"retryable\":true,\"error\":{\"code\":\"no-room\",\"message\":\"full\"}}")),
                new Metric(
                        now, "depth", "q", scope, Optional.empty(), Optional.empty(), Data.parse("{\"value\":1.50}")),
                new Alert(now, "disk-full", "q", scope, Optional.of(attempt), Optional.of(key), Data.EMPTY));
    }
}
