package io.counterfoil.ledger.trace;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;

/** The spans of a service, as they end; that of a request may end after its answer has arrived. */
final class FinishedSpans implements SpanProcessor {

    private final BlockingQueue<SpanData> finished = new LinkedBlockingQueue<>();

    /** Waits until a span of this trace has ended that is the one; returns all of the trace that have until then. */
    List<SpanData> ofTraceUntil(String traceId, Predicate<SpanData> last) throws InterruptedException {
        List<SpanData> spans = new ArrayList<>();
        SpanData span;
        do {
            span = finished.take();
            if (span.getTraceId().equals(traceId)) {
                spans.add(span);
            }
        } while (!span.getTraceId().equals(traceId) || !last.test(span));
        return spans;
    }

    @Override
    public void onStart(Context parentContext, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
        return false;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        finished.add(span.toSpanData());
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }
}
