package io.counterfoil.http.client;

import io.counterfoil.http.HeaderField;
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
 * One intention's requests over the JDK's HTTP client.
 *
 * <p>A try's time-out is kept here and not by {@link HttpRequest#timeout}, which on older JDKs is over when the response's header
 * has come, so that a body that stops half-way hangs for ever. Cancelling the HTTP client's future ends its connection.
 */
final class JdkTransport implements Transport {

    private final HttpClient http;
    private final int bodyLimit;
    private final HttpRequest request;

    /** @throws IllegalArgumentException when the HTTP client cannot send the intention */
    JdkTransport(HttpClient http, int bodyLimit, RetryableRequest intention) {
        this.http = http;
        this.bodyLimit = bodyLimit;
        this.request = intention.asHttpRequest();
    }

    @Override
    public Received exchange(Try attempt) throws IOException, InterruptedException {
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

    /** Begins the exchange of this try, without a time-out. */
    CompletableFuture<HttpResponse<byte[]>> begin(Try attempt) {
        HttpRequest.Builder numbered = HttpRequest.newBuilder(request, (name, value) -> true);
        for (HeaderField field : attempt.headers()) {
            numbered.setHeader(field.name(), field.value());
        }
        return http.sendAsync(numbered.build(), header -> new BoundedBody(bodyLimit));
    }

    static Received received(HttpResponse<byte[]> response) {
        return new Received(response.statusCode(), response.headers(), response.body());
    }

    static HttpTimeoutException timedOut(Duration limit) {
        return new HttpTimeoutException("no whole answer within " + limit);
    }

    /** @throws IllegalStateException when it is no failure of the network */
    static IOException failureOf(@Nullable Throwable cause) {
        if (cause instanceof IOException failure) {
            return failure;
        }
        throw new IllegalStateException("the HTTP client failed", cause);
    }
}
