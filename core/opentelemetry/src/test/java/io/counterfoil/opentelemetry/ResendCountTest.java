package io.counterfoil.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.http.client.retry.RetryTiming;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The number of a repeated attempt on its span, with a client that makes a span for each exchange. */
@Tag("OB-4")
@Timeout(600)
class ResendCountTest {

    private static final AttributeKey<Long> RESEND_COUNT = AttributeKey.longKey("http.request.resend_count");
    private static final ScriptedReply CREATED = ScriptedReply.of(201, "created");
    private static final ScriptedReply UNAVAILABLE = ScriptedReply.of(503, "later");

    private final ResendCount resends = new ResendCount();
    private final InMemorySpanExporter exported = InMemorySpanExporter.create();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(resends)
            .addSpanProcessor(SimpleSpanProcessor.create(exported))
            .build();
    private final Tracer tracer = provider.get("test");
    private final IdempotentClient client = IdempotentClient.builder()
            .httpClient(new SpanningHttpClient(tracer))
            .attemptListener(resends)
            .timing(new RetryTiming(System::nanoTime, (atMost, end) -> false, () -> 0))
            .retryPolicy(
                    RetryPolicy.DEFAULT.withBudget(Duration.ofMinutes(10)).withAttemptTimeout(Duration.ofMinutes(5)))
            .build();

    private ScriptedServer server;

    @BeforeEach
    void start() throws Exception {
        server = ScriptedServer.replying(UNAVAILABLE, UNAVAILABLE, CREATED);
    }

    @AfterEach
    void close() throws Exception {
        server.close();
        provider.close();
    }

    private RetryableRequest order() {
        return RetryableRequest.post(server.uri()).json("{}").build();
    }

    /** Of the client's spans, in the order of the attempts; -1 where there is none. */
    private List<Long> counts() {
        return exported.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals("POST"))
                .map(ResendCountTest::count)
                .toList();
    }

    private static long count(SpanData span) {
        return Objects.requireNonNullElse(span.getAttributes().get(RESEND_COUNT), -1L);
    }

    private SpanData sendWithin(SpanKind kind) throws Exception {
        Span span = tracer.spanBuilder("around").setSpanKind(kind).startSpan();
        try (Scope scope = span.makeCurrent()) {
            assertThat(scope).isNotNull();
            client.send(order());
        } finally {
            span.end();
        }
        return exported.getFinishedSpanItems().stream()
                .filter(one -> one.getName().equals("around"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void repeatedAttempt_hasTheNumberOfThoseBefore() throws Exception {
        client.send(order());

        assertThat(counts()).containsExactly(-1L, 1L, 2L);
    }

    @Test
    void repeatedAsyncAttempt_hasTheNumberOfThoseBefore() {
        client.sendAsync(order()).join();

        assertThat(counts()).containsExactly(-1L, 1L, 2L);
    }

    @Test
    void clientSpanAroundAllAttempts_hasTheNumberOfTheLast() throws Exception {
        assertThat(count(sendWithin(SpanKind.CLIENT))).isEqualTo(2);
    }

    @Test
    void serverSpanAroundAllAttempts_hasNone() throws Exception {
        assertThat(count(sendWithin(SpanKind.SERVER))).isEqualTo(-1);
    }

    @Test
    void clientSpanAfterTheSend_hasNone() throws Exception {
        client.send(order());
        tracer.spanBuilder("other").setSpanKind(SpanKind.CLIENT).startSpan().end();

        assertThat(exported.getFinishedSpanItems())
                .filteredOn(span -> span.getName().equals("other"))
                .extracting(ResendCountTest::count)
                .containsExactly(-1L);
    }
}
