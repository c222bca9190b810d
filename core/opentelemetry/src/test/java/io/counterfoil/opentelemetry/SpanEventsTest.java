package io.counterfoil.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.testkit.time.SettableClock;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the spans of requests show of the engine, by the SDK. */
@Tag("OB-4")
@Timeout(600)
class SpanEventsTest {

    @RegisterExtension
    static final OpenTelemetryExtension TELEMETRY = OpenTelemetryExtension.create();

    private static final AttributeKey<String> REQUEST_ID = AttributeKey.stringKey("counterfoil.request_id");
    private static final IdempotencyKey KEY = IdempotencyKey.of("shop", "POST /book", "k-1");

    private final SettableClock clock = SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    private final InMemoryStore store = new InMemoryStore(clock);
    private final IdempotencyListener events = new SpanEvents();
    private final Idempotency engine = Idempotency.on(store).with(events);

    private static void book(Idempotency engine, String contents) {
        engine.execute(
                KEY,
                Fingerprint.of(contents.getBytes(StandardCharsets.UTF_8)),
                PayloadCodec.TEXT,
                execution -> Completion.remember("booked"));
    }

    private static SpanData spanOf(Runnable work) {
        Span span = TELEMETRY
                .getOpenTelemetry()
                .getTracer("test")
                .spanBuilder("request")
                .startSpan();
        try {
            Context.current().with(span).wrap(work).run();
        } finally {
            span.end();
        }
        return TELEMETRY.getSpans().get(TELEMETRY.getSpans().size() - 1);
    }

    @Test
    void firstExecution_hasNoEvent() {
        assertThat(spanOf(() -> book(engine, "tea")).getEvents()).isEmpty();
    }

    @Test
    void duplicate_isReplayed_withItsNumber() {
        book(engine, "tea");

        SpanData span = spanOf(() -> book(engine, "tea"));

        assertThat(span.getEvents()).extracting(EventData::getName).containsExactly("counterfoil.replayed");
        assertThat(span.getEvents())
                .extracting(EventData::getAttributes)
                .containsExactly(
                        Attributes.of(REQUEST_ID, "k-1", AttributeKey.longKey("counterfoil.request_count"), 2L));
    }

    @Test
    void otherContents_areAMismatch() {
        book(engine, "tea");

        SpanData span = spanOf(() -> book(engine, "coffee"));

        assertThat(span.getEvents()).extracting(EventData::getName).containsExactly("counterfoil.mismatch");
        assertThat(span.getEvents())
                .extracting(EventData::getAttributes)
                .containsExactly(Attributes.of(REQUEST_ID, "k-1"));
    }

    @Test
    void expiredLease_isTakenOver_withItsNewToken() {
        LeasePolicy leases = LeasePolicy.DEFAULT.withOnExpiry(OnExpiry.RERUN);
        Idempotency leased = Idempotency.on(store, leases).with(events);
        store.lease(
                new KeyedRequest(KEY, Fingerprint.of(new byte[] {'t'}), Optional.empty()), leases.duration(), false);
        clock.advance(leases.duration());

        SpanData span = spanOf(() -> book(leased, "t"));

        assertThat(span.getEvents()).extracting(EventData::getName).containsExactly("counterfoil.taken_over");
        assertThat(span.getEvents())
                .extracting(EventData::getAttributes)
                .containsExactly(Attributes.of(REQUEST_ID, "k-1", AttributeKey.longKey("counterfoil.token"), 2L));
    }

    @Test
    void rejectedRequest_forAnotherReason_hasNoEvent() {
        engine.execute(KEY, Fingerprint.of(new byte[] {'t'}), PayloadCodec.TEXT, execution -> {
            Idempotency unwaiting =
                    engine.with(IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ZERO)));

            assertThat(spanOf(() -> book(unwaiting, "t")).getEvents()).isEmpty();
            return Completion.remember("booked");
        });
    }
}
