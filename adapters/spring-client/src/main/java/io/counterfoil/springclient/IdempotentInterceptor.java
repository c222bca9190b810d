package io.counterfoil.springclient;

import io.counterfoil.http.client.RetrySettings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Sends what a {@code RestClient} or a {@code RestTemplate} sends until it is answered, by one request ID and as many tries as
 * its {@link RetrySettings} allow: the rules of {@code IdempotentClient} (RC-1 to RC-4, RC-6). {@link IdempotentRequests} says which requests
 * get a key, and how a single one chooses otherwise.
 *
 * <pre>{@code
 * RestClient rest = RestClient.builder().requestInterceptor(IdempotentInterceptor.by(RetrySettings.DEFAULT)).build();
 * }</pre>
 *
 * <p>Put it first: interceptors after it, and the request factory, see each try; those before it see one request. One of those that
 * sends the same request again sends the same intention.
 *
 * <p>The answer of a keyed request, and any from 400 up, is read whole and held in memory, because an answer that breaks off is no
 * answer; the limit is that of the {@link RetrySettings}. Other answers are streamed.
 *
 * <p>A try takes as long as the request factory lets it: its connect and read time-outs are to be set, to the policy's {@code
 * attemptTimeout} say. A thread that blocks in it is not interrupted here. The request factory must not follow redirects of keyed
 * requests, nor repeat them by itself.
 *
 * <p>When tries or time are used up, {@link io.counterfoil.http.client.RetriesExhaustedException} is thrown, which has the last answer;
 * {@code RestClient} hands it out as the cause of a {@code ResourceAccessException}. Interrupting the thread ends the send by an {@link
 * InterruptedIOException}, with the thread's flag set. Immutable; thread-safe.
 */
public final class IdempotentInterceptor implements ClientHttpRequestInterceptor {

    private final RetrySettings retries;

    private IdempotentInterceptor(RetrySettings retries) {
        this.retries = retries;
    }

    /** Sends by these rules. */
    public static IdempotentInterceptor by(RetrySettings retries) {
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
        BlockingTries tries =
                new BlockingTries(request, body, execution, planned.get().keyed(), retries.responseBodyLimit());
        try {
            retries.begin(planned.get().intention()).untilAnswered(tries);
            return tries.answer();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            InterruptedIOException ended = new InterruptedIOException(
                    "interrupted while sending " + planned.get().intention());
            ended.initCause(interrupted);
            throw ended;
        }
    }
}
