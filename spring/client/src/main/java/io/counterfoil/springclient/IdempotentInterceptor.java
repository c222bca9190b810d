package io.counterfoil.springclient;

import io.counterfoil.http.client.retry.RetrySettings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Sends the requests of a {@code RestClient} or a {@code RestTemplate} until there is a response, under one request ID and with
 * as many attempts as its {@link RetrySettings} allow. The rules are those of {@code IdempotentClient}. {@link
 * IdempotentRequests} decides which requests get a key, and single requests can differ.
 *
 * <pre>{@code
 * RestClient rest = RestClient.builder().requestInterceptor(IdempotentInterceptor.of(RetrySettings.DEFAULT)).build();
 * }</pre>
 *
 * <p>Register it first: interceptors after it, and the request factory, see each attempt; those before it see one request. An
 * outer interceptor that sends the same request again sends the same request ID.
 *
 * <p>The response to a keyed request, and any from 400 up, is read completely and held in memory, because an incomplete
 * response is retried; the limit is that of the {@link RetrySettings}. Other responses are streamed.
 *
 * <p>The request factory limits the time of an attempt: set its connect and read time-outs, to the policy's {@code
 * attemptTimeout} for example. A blocked thread is not interrupted here. The request factory must not follow redirects of keyed
 * requests, and must not repeat them.
 *
 * <p>When attempts or budget are used up, it throws {@link io.counterfoil.http.client.retry.RetriesExhaustedException}, which has the
 * last response; in {@code RestClient} that is the cause of a {@code ResourceAccessException}. Interrupting the thread ends the
 * send with an {@link InterruptedIOException}, and the thread stays interrupted. Immutable; thread-safe.
 */
public final class IdempotentInterceptor implements ClientHttpRequestInterceptor {

    private final RetrySettings retries;

    private IdempotentInterceptor(RetrySettings retries) {
        this.retries = retries;
    }

    /**
     * {@return an interceptor with these settings}
     *
     * @param retries number, time limit and pauses of attempts
     */
    public static IdempotentInterceptor of(RetrySettings retries) {
        return new IdempotentInterceptor(retries);
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        Optional<String> keyField = Optional.ofNullable(
                request.getHeaders().getFirst(retries.headerNames().idempotencyKey()));
        Choice choice = IdempotentRequests.of(request.getAttributes(), keyField, retries.headerNames());
        Optional<Choice.Planned> planned = choice.plan(request.getMethod().name(), request.getURI(), keyField);
        if (planned.isEmpty()) {
            return execution.execute(request, body);
        }
        request.getAttributes().put(Choice.ATTRIBUTE, choice);
        BlockingAttempts attempts =
                new BlockingAttempts(request, body, execution, planned.get().keyed(), retries.responseBodyLimit());
        try {
            retries.begin(planned.get().request()).untilAnswered(attempts);
            return attempts.answer();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            InterruptedIOException ended = new InterruptedIOException(
                    "interrupted while sending " + planned.get().request());
            ended.initCause(interrupted);
            throw ended;
        }
    }
}
