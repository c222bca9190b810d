package io.counterfoil.springclient;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.Snapshot;
import io.counterfoil.http.client.RetryLoop;
import io.counterfoil.http.client.RetrySettings;
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
 * Sends what a {@code WebClient} sends until it is answered, by one request ID and as many tries as its {@link RetrySettings} allow: the
 * rules of {@code IdempotentClient} (RC-1 to RC-4, RC-6), without blocking a thread. {@link IdempotentRequests} says which requests get
 * a key, and how a single one chooses otherwise.
 *
 * <pre>{@code
 * WebClient web = IdempotentFilterFunction.by(RetrySettings.DEFAULT).installIn(WebClient.builder()).build();
 * }</pre>
 *
 * <p>Filters after it see each try; those before it see one request. Whoever subscribes once more to what came of a request, by {@code
 * retry()} say, sends the same intention: always where it was {@linkplain #installIn installed}; where it is only a filter, as long as
 * it is given the same {@link ClientRequest}, whose body is read once more then.
 *
 * <p>The request's body is read once, held up to a limit, and sent from there in each try; so its publisher may be one that can be
 * subscribed to only once. The answer of a keyed request, and any from 400 up, is read whole and held in memory, because an answer
 * that breaks off is no answer; the limit is that of the {@link RetrySettings}. Other answers are streamed.
 *
 * <p>A try takes no longer than the policy's {@code attemptTimeout}: to the last byte of an answer that is held, to the header of one
 * that is streamed. Cancelling ends the try or the pause. The work whose correlation ID goes along is the one under {@link
 * Correlation#CONTEXT_KEY} in the subscriber's context, or else the current one of the thread that subscribes, or else of the one that
 * described the request. The
 * connector must not follow redirects of keyed requests, nor repeat them by itself.
 *
 * <p>When tries or time are used up, the error is a {@code WebClientRequestException} whose cause is the {@link
 * io.counterfoil.http.client.RetriesExhaustedException}, which has the last answer. Immutable; thread-safe.
 */
public final class IdempotentFilterFunction implements ExchangeFilterFunction {

    /** The largest request body that is held for another try, unless told otherwise: 1 MiB, as servers of ours take it. */
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

    /** Sends by these rules; pauses and time-outs run on Reactor's parallel scheduler. */
    public static IdempotentFilterFunction by(RetrySettings retries) {
        return new IdempotentFilterFunction(retries, DEFAULT_REQUEST_BODY_LIMIT, Schedulers.parallel());
    }

    /**
     * The same with another limit for request bodies. A larger one fails its request before anything is sent; {@link
     * IdempotentRequests#untouched} lets it through.
     *
     * @throws IllegalArgumentException when negative
     */
    public IdempotentFilterFunction limitingRequestBodiesTo(int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("the limit of a request body must not be negative: " + bytes);
        }
        return new IdempotentFilterFunction(retries, bytes, timer);
    }

    /** The same with another scheduler for pauses and time-outs. */
    public IdempotentFilterFunction timedBy(Scheduler other) {
        return new IdempotentFilterFunction(retries, requestBodyLimit, other);
    }

    /** Adds the filter, and what lets each request be known again when it is subscribed to once more. */
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
        // Not in the values of a weak map: the body knows its request, which would never go.
        HeldBody body = travels
                ? choice.body(HeldBody.class, () -> new HeldBody(request, requestBodyLimit))
                : new HeldBody(request, requestBodyLimit);
        return Mono.deferContextual(context -> {
            RetryLoop loop = begin(planned.get(), choice, context);
            return new ReactiveTries(
                            request, body, next, planned.get().keyed(), retries.responseBodyLimit(), loop, timer)
                    .untilAnswered();
        });
    }

    private RetryLoop begin(Choice.Planned planned, Choice choice, ContextView context) {
        Snapshot work = context.<Snapshot>getOrEmpty(Correlation.CONTEXT_KEY)
                .or(() -> Optional.of(Correlation.capture())
                        .filter(now -> now.id().isPresent()))
                .orElseGet(choice::madeIn);
        return work.wrapSupplier(() -> retries.begin(planned.intention())).get();
    }
}
