package io.counterfoil.springclient;

import io.counterfoil.http.client.retry.BodyTooLargeException;
import io.counterfoil.http.client.retry.PendingAttempt;
import io.counterfoil.http.client.retry.ReceivedResponse;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetryDecision;
import io.counterfoil.http.client.retry.RetryLoop;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/** The attempts of one request over the rest of the filter chain. Subscribed to once. */
final class ReactiveAttempts {

    private final ClientRequest request;
    private final BufferedRequestBody body;
    private final ExchangeFunction next;
    private final boolean keyed;
    private final int bodyLimit;
    private final RetryLoop loop;
    private final Scheduler timer;

    ReactiveAttempts(
            ClientRequest request,
            BufferedRequestBody body,
            ExchangeFunction next,
            boolean keyed,
            int bodyLimit,
            RetryLoop loop,
            Scheduler timer) {
        this.request = request;
        this.body = body;
        this.next = next;
        this.keyed = keyed;
        this.bodyLimit = bodyLimit;
        this.loop = loop;
        this.timer = timer;
    }

    Mono<ClientResponse> untilAnswered() {
        return Mono.defer(this::attemptOnce)
                .retryWhen(Retry.from(failures -> failures.concatMap(this::pause)))
                .onErrorMap(RetriesExhaustedException.class, this::asWebClientsOwn)
                // Before the subscriber is notified, so that the listener was called by then.
                .doOnTerminate(loop::cancelled)
                .doOnCancel(loop::cancelled);
    }

    private Mono<ClientResponse> attemptOnce() {
        PendingAttempt attempt;
        try {
            attempt = loop.next();
        } catch (RetriesExhaustedException over) {
            return Mono.error(over);
        }
        ClientRequest numbered = ClientRequest.from(request)
                .headers(fields -> attempt.headers().forEach(field -> fields.set(field.name(), field.value())))
                .body(body)
                .build();
        return next.exchange(numbered)
                .flatMap(this::arrived)
                .timeout(attempt.timeout(), timer)
                .map(arrived -> new Outcome(loop.answered(arrived.received()), arrived.response()))
                .onErrorResume(
                        this::isOfTheNetwork,
                        failure -> Mono.just(new Outcome(loop.failed(failureOf(failure, attempt.timeout())), null)))
                .flatMap(ReactiveAttempts::act);
    }

    private Mono<Arrived> arrived(ClientResponse response) {
        int status = response.statusCode().value();
        java.net.http.HttpHeaders headers = Fields.of(response.headers().asHttpHeaders());
        if (!keyed && status < Fields.FIRST_ERROR) {
            return Mono.just(new Arrived(new ReceivedResponse(status, headers, new byte[0]), response));
        }
        return DataBufferUtils.join(response.body(BodyExtractors.toDataBuffers()), bodyLimit)
                .onErrorMap(DataBufferLimitException.class, tooLarge -> new BodyTooLargeException(bodyLimit))
                .map(BufferedRequestBody::bytesOf)
                .defaultIfEmpty(new byte[0])
                .map(bytes -> new Arrived(new ReceivedResponse(status, headers, bytes), held(response, bytes)));
    }

    private static ClientResponse held(ClientResponse response, byte[] bytes) {
        Flux<DataBuffer> again = Flux.defer(() ->
                bytes.length == 0 ? Flux.empty() : Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(bytes)));
        return ClientResponse.create(response.statusCode(), response.strategies())
                .headers(fields -> fields.addAll(response.headers().asHttpHeaders()))
                .cookies(cookies -> cookies.addAll(response.cookies()))
                .request(response.request())
                .body(again)
                .build();
    }

    private static Mono<ClientResponse> act(Outcome outcome) {
        if (outcome.verdict() instanceof RetryDecision.Retry again) {
            return Mono.error(new Again(again.pause()));
        } else if (outcome.verdict() instanceof RetryDecision.GiveUp gaveUp) {
            return Mono.error(gaveUp.why());
        }
        return Mono.justOrEmpty(outcome.response());
    }

    private Mono<Long> pause(Retry.RetrySignal signal) {
        return signal.failure() instanceof Again again ? Mono.delay(again.pause, timer) : Mono.error(signal.failure());
    }

    /** False for what the application throws, such as a body that cannot be written or a filter that fails. */
    private boolean isOfTheNetwork(Throwable failure) {
        if (body.hasFailed()) {
            return false;
        }
        Throwable cause = causeOf(failure);
        return cause instanceof IOException
                || cause instanceof TimeoutException
                || (failure instanceof WebClientRequestException && !isOfTheLanguage(cause));
    }

    /** Connectors have their own failures that are not IOExceptions; those of java.lang are not network failures. */
    private static boolean isOfTheLanguage(Throwable cause) {
        return cause instanceof Error || cause.getClass().getPackageName().equals("java.lang");
    }

    private static IOException failureOf(Throwable failure, Duration limit) {
        Throwable cause = causeOf(failure);
        if (cause instanceof IOException own) {
            return own;
        }
        IOException made = failure instanceof TimeoutException
                ? new HttpTimeoutException("no complete response within " + limit)
                : new IOException("the connector failed: " + cause);
        made.initCause(cause);
        return made;
    }

    private static Throwable causeOf(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof WebClientRequestException || cause instanceof CompletionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private Throwable asWebClientsOwn(Throwable over) {
        return new WebClientRequestException(over, request.method(), request.url(), request.headers());
    }

    private record Arrived(ReceivedResponse received, ClientResponse response) {}

    private record Outcome(RetryDecision verdict, @Nullable ClientResponse response) {}

    /** Makes the retry operator subscribe again; never leaves this class. */
    private static final class Again extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final Duration pause;

        Again(Duration pause) {
            super("another attempt", null, false, false);
            this.pause = pause;
        }
    }
}
