package io.counterfoil.opentelemetry;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;

/**
 * Shows on the current span why a request was not simply executed, by an event: {@value #REPLAYED}, {@value #MISMATCH} (the key is known
 * with other contents) or {@value #TAKEN_OVER} (the lease of another owner had expired). The key's request ID is in {@code
 * counterfoil.request_id}.
 *
 * <pre>{@code
 * Idempotency engine = Idempotency.builder(store).listener(new SpanEvents()).build();
 * }</pre>
 *
 * <p>Requests and messages alike: the current span is that of the thread that calls the engine. Spans that are not recorded are left alone.
 * Thread-safe. Needs {@code counterfoil-idempotency}, which is no dependency of this module at run time.
 */
public final class SpanEvents implements IdempotencyListener {

    /** A duplicate was answered from the record; {@code counterfoil.request_count} requests were received so far. */
    public static final String REPLAYED = "counterfoil.replayed";

    /** A request was rejected, because its key belongs to a request with other contents. */
    public static final String MISMATCH = "counterfoil.mismatch";

    /** An expired lease was taken over; {@code counterfoil.token} is the fencing token of the new one. */
    public static final String TAKEN_OVER = "counterfoil.taken_over";

    private static final AttributeKey<String> REQUEST_ID = AttributeKey.stringKey("counterfoil.request_id");
    private static final AttributeKey<Long> REQUEST_COUNT = AttributeKey.longKey("counterfoil.request_count");
    private static final AttributeKey<Long> TOKEN = AttributeKey.longKey("counterfoil.token");

    /** For all requests. */
    public SpanEvents() {}

    @Override
    public void on(IdempotencyEvent event) {
        Span span = Span.current();
        if (!span.isRecording()) {
            return;
        }
        if (event instanceof IdempotencyEvent.Replayed replayed) {
            span.addEvent(
                    REPLAYED,
                    Attributes.of(
                            REQUEST_ID,
                            id(replayed.request()),
                            REQUEST_COUNT,
                            replayed.record().requestCount()));
        } else if (event instanceof IdempotencyEvent.Rejected rejected
                && rejected.outcome() instanceof Outcome.PayloadMismatch<?>) {
            span.addEvent(MISMATCH, Attributes.of(REQUEST_ID, id(rejected.request())));
        } else if (event instanceof IdempotencyEvent.LeaseTakenOver taken) {
            span.addEvent(
                    TAKEN_OVER,
                    Attributes.of(
                            REQUEST_ID,
                            id(taken.request()),
                            TOKEN,
                            taken.lease().token()));
        }
    }

    private static String id(KeyedRequest request) {
        return request.key().requestId().value();
    }
}
