package io.counterfoil.springclient;

import io.counterfoil.http.client.BodyTooLargeException;
import io.counterfoil.http.client.Received;
import io.counterfoil.http.client.Transport;
import io.counterfoil.http.client.Try;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.support.HttpRequestWrapper;

/** The tries of one request over what comes after the interceptor. Used by one thread. */
final class BlockingTries implements Transport {

    private final HttpRequest request;
    private final byte[] body;
    private final ClientHttpRequestExecution execution;
    private final boolean keyed;
    private final int bodyLimit;
    private @Nullable ClientHttpResponse last;

    BlockingTries(
            HttpRequest request, byte[] body, ClientHttpRequestExecution execution, boolean keyed, int bodyLimit) {
        this.request = request;
        this.body = body;
        this.execution = execution;
        this.keyed = keyed;
        this.bodyLimit = bodyLimit;
    }

    @Override
    public Received exchange(Try attempt) throws IOException, InterruptedException {
        try {
            ClientHttpResponse response = execution.execute(new NumberedRequest(request, attempt), body);
            int status = response.getStatusCode().value();
            if (!keyed && status < Fields.FIRST_ERROR) {
                last = response;
                return new Received(status, Fields.of(response.getHeaders()), new byte[0]);
            }
            HeldResponse held = held(response);
            last = held;
            return new Received(status, Fields.of(response.getHeaders()), held.bytes());
        } catch (IOException failure) {
            // Request factories say so by an IOException and by the thread's flag.
            if (Thread.interrupted()) {
                InterruptedException interrupted = new InterruptedException("interrupted in a try");
                interrupted.initCause(failure);
                throw interrupted;
            }
            throw failure;
        }
    }

    ClientHttpResponse answer() {
        return Objects.requireNonNull(last, "no try was answered");
    }

    private HeldResponse held(ClientHttpResponse response) throws IOException {
        try (response) {
            byte[] bytes = response.getBody().readNBytes(bodyLimit);
            if (bytes.length == bodyLimit && response.getBody().read() >= 0) {
                throw new BodyTooLargeException(bodyLimit);
            }
            return new HeldResponse(response.getStatusCode(), response.getStatusText(), response.getHeaders(), bytes);
        }
    }

    /** The request with the fields of one try; the other tries have their own. */
    private static final class NumberedRequest extends HttpRequestWrapper {

        private final HttpHeaders headers = new HttpHeaders();

        NumberedRequest(HttpRequest request, Try attempt) {
            super(request);
            headers.addAll(request.getHeaders());
            attempt.headers().forEach(field -> headers.set(field.name(), field.value()));
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }
    }
}
