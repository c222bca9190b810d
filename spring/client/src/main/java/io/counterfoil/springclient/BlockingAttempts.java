package io.counterfoil.springclient;

import io.counterfoil.http.client.retry.BodyTooLargeException;
import io.counterfoil.http.client.retry.PendingAttempt;
import io.counterfoil.http.client.retry.ReceivedResponse;
import io.counterfoil.http.client.retry.Transport;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.support.HttpRequestWrapper;

/** The attempts of one request over the rest of the interceptor chain. Used by one thread. */
final class BlockingAttempts implements Transport {

    private final HttpRequest request;
    private final byte[] body;
    private final ClientHttpRequestExecution execution;
    private final boolean keyed;
    private final int bodyLimit;
    private @Nullable ClientHttpResponse last;

    BlockingAttempts(
            HttpRequest request, byte[] body, ClientHttpRequestExecution execution, boolean keyed, int bodyLimit) {
        this.request = request;
        this.body = body;
        this.execution = execution;
        this.keyed = keyed;
        this.bodyLimit = bodyLimit;
    }

    @Override
    public ReceivedResponse exchange(PendingAttempt attempt) throws IOException, InterruptedException {
        try {
            ClientHttpResponse response = execution.execute(new NumberedRequest(request, attempt), body);
            int status = response.getStatusCode().value();
            if (!keyed && status < Fields.FIRST_ERROR) {
                last = response;
                return new ReceivedResponse(status, Fields.of(response.getHeaders()), new byte[0]);
            }
            BufferedResponse held = held(response);
            last = held;
            return new ReceivedResponse(status, Fields.of(response.getHeaders()), held.bytes());
        } catch (IOException failure) {
            // Request factories report an interrupt by an IOException and by the thread's flag.
            if (Thread.interrupted()) {
                InterruptedException interrupted = new InterruptedException("interrupted in an attempt");
                interrupted.initCause(failure);
                throw interrupted;
            }
            throw failure;
        }
    }

    ClientHttpResponse answer() {
        return Objects.requireNonNull(last, "no attempt received a response");
    }

    private BufferedResponse held(ClientHttpResponse response) throws IOException {
        try (response) {
            byte[] bytes = response.getBody().readNBytes(bodyLimit);
            if (bytes.length == bodyLimit && response.getBody().read() >= 0) {
                throw new BodyTooLargeException(bodyLimit);
            }
            return new BufferedResponse(
                    response.getStatusCode(), response.getStatusText(), response.getHeaders(), bytes);
        }
    }

    /** The request with the header fields of one attempt. */
    private static final class NumberedRequest extends HttpRequestWrapper {

        private final HttpHeaders headers = new HttpHeaders();

        NumberedRequest(HttpRequest request, PendingAttempt attempt) {
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
