package io.counterfoil.opentelemetry;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.client.retry.Attempt;
import io.counterfoil.http.client.retry.AttemptListener;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.idempotency.key.AttemptId;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sets {@code http.request.resend_count} on the client spans of attempts, from the second attempt on: how many attempts of the request were
 * made before (OpenTelemetry's semantic conventions for HTTP client spans). One object is both the listener of the client and a processor of
 * spans:
 *
 * <pre>{@code
 * ResendCount resends = new ResendCount();
 * SdkTracerProvider.builder().addSpanProcessor(resends);
 * IdempotentClient.builder().attemptListener(resends);
 * }</pre>
 *
 * <p>A span of kind {@code CLIENT} that begins on the thread of an attempt, under its correlation ID, is one of that attempt. Where such a span
 * is the current one when an attempt begins, as with a client that makes one span for all attempts, it has the number of the last one. The
 * client itself makes no spans; an instrumentation of the HTTP client below it does.
 *
 * <p>Thread-safe. Remembers an attempt until it ends. Needs OpenTelemetry's SDK and {@code counterfoil-http-client}, which are no dependencies
 * of this module at run time; an agent's spans are not reached.
 */
public final class ResendCount implements AttemptListener, SpanProcessor {

    /** The attribute of a span. */
    public static final AttributeKey<Long> RESEND_COUNT = AttributeKey.longKey("http.request.resend_count");

    private final Map<CorrelationId, Long> running = new ConcurrentHashMap<>();

    /** For all requests of the clients that it listens to. */
    public ResendCount() {}

    @Override
    public void started(RetryableRequest request, int number, AttemptId id, CorrelationId correlationId) {
        if (number == 1) {
            return;
        }
        long resends = number - 1L;
        running.put(correlationId, resends);
        Span current = Span.current();
        if (current instanceof ReadableSpan readable && readable.getKind() == SpanKind.CLIENT) {
            current.setAttribute(RESEND_COUNT, resends);
        }
    }

    @Override
    public void finished(RetryableRequest request, Attempt attempt) {
        running.remove(attempt.correlationId());
    }

    @Override
    public void onStart(Context parentContext, ReadWriteSpan span) {
        if (span.getKind() == SpanKind.CLIENT) {
            Correlation.current()
                    .flatMap(id -> Optional.ofNullable(running.get(id)))
                    .ifPresent(resends -> span.setAttribute(RESEND_COUNT, resends));
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
