package io.counterfoil.http.client;

import io.counterfoil.http.client.retry.PendingAttempt;
import io.counterfoil.http.client.retry.ReceivedResponse;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.http.client.retry.Transport;
import io.counterfoil.http.message.HeaderField;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends one request over the JDK's HTTP client.
 *
 * <p>The time-out of an attempt is not {@link HttpRequest#timeout}: in older JDKs that ends when the header of the response has
 * arrived, so that an incomplete body would block indefinitely. Cancelling the HTTP client's future closes its connection.
 */
final class JdkTransport implements Transport {

    private final HttpClient http;
    private final int bodyLimit;
    private final HttpRequest request;

    /** @throws IllegalArgumentException when the HTTP client cannot send the request */
    JdkTransport(JdkClient client, int bodyLimit, RetryableRequest retryable) {
        this.http = client.http();
        this.bodyLimit = bodyLimit;
        this.request = client.requestOf(retryable);
    }

    @Override
    public ReceivedResponse exchange(PendingAttempt attempt) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> exchange = begin(attempt);
        try {
            return received(exchange.get(attempt.timeout().toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException late) {
            exchange.cancel(true);
            HttpTimeoutException timeout = timedOut(attempt.timeout());
            timeout.initCause(late);
            throw timeout;
        } catch (InterruptedException interrupted) {
            exchange.cancel(true);
            throw interrupted;
        } catch (ExecutionException failed) {
            throw failureOf(failed.getCause());
        }
    }

    /** Begins the exchange of this attempt, without a time-out. */
    CompletableFuture<HttpResponse<byte[]>> begin(PendingAttempt attempt) {
        HttpRequest.Builder numbered = HttpRequest.newBuilder(request, (name, value) -> true);
        for (HeaderField field : attempt.headers()) {
            numbered.setHeader(field.name(), field.value());
        }
        return http.sendAsync(numbered.build(), header -> new BoundedBody(bodyLimit));
    }

    static ReceivedResponse received(HttpResponse<byte[]> response) {
        return new ReceivedResponse(response.statusCode(), response.headers(), response.body());
    }

    static HttpTimeoutException timedOut(Duration limit) {
        return new HttpTimeoutException("no complete response within " + limit);
    }

    /** @throws IllegalStateException when it is not a network failure */
    static IOException failureOf(@Nullable Throwable cause) {
        if (cause instanceof IOException failure) {
            return failure;
        }
        throw new IllegalStateException("the HTTP client failed", cause);
    }
}
