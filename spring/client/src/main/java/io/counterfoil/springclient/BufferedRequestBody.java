package io.counterfoil.springclient;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpRequestDecorator;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.client.ClientRequest;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The body of a request. It is read once, by the first attempt that writes it, and written from memory by each. Cancelling that
 * attempt does not stop the reading; the next attempt uses its result. Thread-safe.
 */
final class BufferedRequestBody implements BodyInserter<Object, ClientHttpRequest> {

    private final ClientRequest request;
    private final int limit;
    private final AtomicReference<@Nullable Mono<Held>> held = new AtomicReference<>();
    private volatile boolean failed;

    BufferedRequestBody(ClientRequest request, int limit) {
        this.request = request;
        this.limit = limit;
    }

    /** Whether it could not be read, which another attempt would not change. */
    boolean hasFailed() {
        return failed;
    }

    @Override
    public Mono<Void> insert(ClientHttpRequest out, Context context) {
        Mono<Held> known = held.get();
        if (known == null) {
            Mono<Held> read = Mono.defer(() -> read(out, context))
                    .doOnError(failure -> failed = true)
                    .cache();
            known = held.compareAndSet(null, read) ? read : held.get();
        }
        return known == null ? Mono.empty() : known.flatMap(body -> body.writeTo(out));
    }

    static byte[] bytesOf(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }

    private Mono<Held> read(ClientHttpRequest out, Context context) {
        Recorder recorder = new Recorder(out, limit);
        return request.body()
                .insert(recorder, context)
                .onErrorMap(DataBufferLimitException.class, this::tooLarge)
                .then(Mono.fromSupplier(recorder::held));
    }

    private Throwable tooLarge(Throwable cause) {
        return new IllegalArgumentException(
                "the body of " + request.method() + " " + request.url() + " is larger than the limit of " + limit
                        + " bytes that are buffered for retries; raise it with withRequestBodyLimit, or send the request "
                        + "with IdempotentRequests.untouched()",
                cause);
    }

    /**
     * @param headers the header fields that were set while the body was written
     * @param bytes the body
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Held(Map<String, List<String>> headers, byte[] bytes) {

        Mono<Void> writeTo(ClientHttpRequest out) {
            headers.forEach((name, values) -> out.getHeaders().put(name, values));
            if (bytes.length == 0) {
                return out.setComplete();
            }
            out.getHeaders().setContentLength(bytes.length);
            return out.writeWith(Mono.fromSupplier(() -> out.bufferFactory().wrap(bytes)));
        }
    }

    /** Records what is written for a request, instead of sending it. */
    private static final class Recorder extends ClientHttpRequestDecorator {

        private final int limit;
        private final HttpHeaders before = new HttpHeaders();
        private final HttpHeaders headers = new HttpHeaders();
        private volatile byte[] bytes = {};

        Recorder(ClientHttpRequest request, int limit) {
            super(request);
            this.limit = limit;
            before.addAll(request.getHeaders());
            headers.addAll(before);
        }

        Held held() {
            Map<String, List<String>> changed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            headers.forEach((name, values) -> {
                if (!values.equals(before.get(name))) {
                    changed.put(name, new ArrayList<>(values));
                }
            });
            return new Held(changed, bytes);
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
            return DataBufferUtils.join(body, limit)
                    .doOnNext(whole -> bytes = bytesOf(whole))
                    .then();
        }

        @Override
        public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
            return writeWith(Flux.from(body).concatMap(part -> part));
        }

        @Override
        public Mono<Void> setComplete() {
            return Mono.empty();
        }
    }
}
