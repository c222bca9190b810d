package io.counterfoil.springclient;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.Snapshot;
import io.counterfoil.http.client.retry.RetryLoop;
import io.counterfoil.http.client.retry.RetrySettings;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

/**
 * Sends the requests of a {@code WebClient} until there is a response, under one request ID and with as many attempts as its
 * {@link RetrySettings} allow, without blocking a thread. The rules are those of {@code IdempotentClient}. {@link
 * IdempotentRequests} decides which requests get a key, and single requests can differ.
 *
 * <pre>{@code
 * WebClient web = IdempotentFilterFunction.of(RetrySettings.DEFAULT).installIn(WebClient.builder()).build();
 * }</pre>
 *
 * <p>Filters after it see each attempt; filters before it see one request. Subscribing again, by {@code retry()} for example,
 * sends the same request ID: always where the filter was {@linkplain #installIn installed}; where it was only added as a
 * filter, as long as it receives the same {@link ClientRequest}, whose body is then read again.
 *
 * <p>The body of a request is read once, held up to a limit, and sent from memory in each attempt; its publisher may allow one
 * subscription only. The response to a keyed request, and any from 400 up, is read completely and held in memory, because an
 * incomplete response is retried; the limit is that of the {@link RetrySettings}. Other responses are streamed.
 *
 * <p>An attempt takes no longer than the policy's {@code attemptTimeout}: until the last byte of a response that is held, until
 * the header of one that is streamed. Cancelling ends the attempt or the pause. The correlation is the one under {@link
 * Correlation#CONTEXT_KEY} in the subscriber's context, or else the current one of the subscribing thread, or else of the
 * thread that created the request. The connector must not follow redirects of keyed requests, and must not repeat them.
 *
 * <p>When attempts or budget are used up, the error is a {@code WebClientRequestException} whose cause is the {@link
 * io.counterfoil.http.client.retry.RetriesExhaustedException}, which has the last response. Immutable; thread-safe.
 */
public final class IdempotentFilterFunction implements ExchangeFilterFunction {

    /** The default limit of request bodies that are held for another attempt: 1 MiB. */
    public static final int DEFAULT_REQUEST_BODY_LIMIT = 1024 * 1024;

    private final RetrySettings retries;
    private final int requestBodyLimit;
    private final Scheduler timer;
    private final Map<ClientRequest, Choice> withoutAttribute = Collections.synchronizedMap(new WeakHashMap<>());

    private IdempotentFilterFunction(RetrySettings retries, int requestBodyLimit, Scheduler timer) {
        this.retries = retries;
        this.requestBodyLimit = requestBodyLimit;
        this.timer = timer;
    }

    /**
     * {@return a filter whose pauses and time-outs run on Reactor's parallel scheduler}
     *
     * @param retries number, time limit and pauses of attempts
     */
    public static IdempotentFilterFunction of(RetrySettings retries) {
        return new IdempotentFilterFunction(retries, DEFAULT_REQUEST_BODY_LIMIT, Schedulers.parallel());
    }

    /**
     * {@return this filter with another limit of request bodies} A larger body fails its request before anything is sent; {@link
     * IdempotentRequests#untouched} sends it without retries.
     *
     * @param bytes the largest body, in bytes; not negative
     * @throws IllegalArgumentException when negative
     */
    public IdempotentFilterFunction withRequestBodyLimit(int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("the limit of request bodies must not be negative: " + bytes);
        }
        return new IdempotentFilterFunction(retries, bytes, timer);
    }

    /**
     * {@return this filter with another scheduler for pauses and time-outs}
     *
     * @param other the caller disposes of it
     */
    public IdempotentFilterFunction withScheduler(Scheduler other) {
        return new IdempotentFilterFunction(retries, requestBodyLimit, other);
    }

    /**
     * Adds the filter to a builder, and an attribute by which a request is recognised when it is subscribed to again.
     *
     * @param builder is changed
     * @return the builder
     */
    public WebClient.Builder installIn(WebClient.Builder builder) {
        return builder.filter(this)
                .defaultRequest(request -> request.attributes(
                        attributes -> attributes.putIfAbsent(Choice.ATTRIBUTE, Choice.byTheMethod())));
    }

    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        Optional<String> keyField = Optional.ofNullable(
                request.headers().getFirst(retries.headerNames().idempotencyKey()));
        boolean travels = request.attributes().containsKey(Choice.ATTRIBUTE);
        Choice choice = travels
                ? IdempotentRequests.of(request.attributes(), keyField, retries.headerNames())
                : withoutAttribute.computeIfAbsent(request, unknown -> Choice.byTheMethod());
        Optional<Choice.Planned> planned = choice.plan(request.method().name(), request.url(), keyField);
        if (planned.isEmpty()) {
            return next.exchange(request);
        }
        // Not a value of the weak map: the body refers to its request, which would never be collected.
        BufferedRequestBody body = travels
                ? choice.body(BufferedRequestBody.class, () -> new BufferedRequestBody(request, requestBodyLimit))
                : new BufferedRequestBody(request, requestBodyLimit);
        return Mono.deferContextual(context -> {
            RetryLoop loop = begin(planned.get(), choice, context);
            return new ReactiveAttempts(
                            request, body, next, planned.get().keyed(), retries.responseBodyLimit(), loop, timer)
                    .untilAnswered();
        });
    }

    private RetryLoop begin(Choice.Planned planned, Choice choice, ContextView context) {
        Snapshot work = context.<Snapshot>getOrEmpty(Correlation.CONTEXT_KEY)
                .or(() -> Optional.of(Correlation.capture())
                        .filter(now -> now.id().isPresent()))
                .orElseGet(choice::madeIn);
        return work.wrapSupplier(() -> retries.begin(planned.request())).get();
    }
}
