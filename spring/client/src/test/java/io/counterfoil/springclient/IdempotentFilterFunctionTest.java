package io.counterfoil.springclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.client.retry.Attempt;
import io.counterfoil.http.client.retry.AttemptResult;
import io.counterfoil.http.client.retry.RetrySettings;
import io.counterfoil.http.client.retry.RetryTiming;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.client.MultipartBodyBuilder;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

@Timeout(600)
class IdempotentFilterFunctionTest extends SpringClientScenarios {

    /** The client under test: over Reactor's Netty, unless a subclass says otherwise. */
    WebClient.Builder builder() {
        return WebClient.builder();
    }

    private WebClient client(RetrySettings rules) {
        return IdempotentFilterFunction.of(rules).installIn(builder()).build();
    }

    @Override
    Called call(RetrySettings rules, Call call) {
        WebClient.RequestBodySpec request = client(rules)
                .method(HttpMethod.valueOf(call.method()))
                .uri(call.uri())
                .headers(headers -> call.headers().forEach(headers::set))
                .attributes(call.choice());
        WebClient.RequestHeadersSpec<?> whole = call.body().isEmpty()
                ? request
                : request.contentType(MediaType.APPLICATION_JSON).bodyValue(call.body());
        return whole.exchangeToMono(response -> response.bodyToMono(String.class)
                        .defaultIfEmpty("")
                        .map(body -> new Called(
                                response.statusCode().value(),
                                body,
                                response.headers().asHttpHeaders())))
                .blockOptional()
                .orElseThrow();
    }

    @Override
    String postFromALayerThatSendsAgain(RetrySettings rules, URI uri) {
        return text(client(rules), uri).retry(3).blockOptional().orElseThrow();
    }

    private static Mono<String> text(WebClient web, URI uri) {
        return web.post().uri(uri).bodyValue("text").retrieve().bodyToMono(String.class);
    }

    /** Netty's failure is the same as for a reset after the request. */
    @Override
    boolean reportsResetsOfHandshakes() {
        return false;
    }

    @Test
    @Tag("RC-1")
    void outerFilter_thatResendsARequest_keepsTheRequestId() throws Exception {
        ExchangeFilterFunction again =
                (request, next) -> Mono.defer(() -> next.exchange(request)).retry(1);
        WebClient web = builder()
                .filter(again)
                .filter(IdempotentFilterFunction.of(retries.withPolicy(POLICY.withMaxAttempts(1))))
                .build();
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            assertThat(text(web, server.uri()).block()).isEqualTo("created");

            assertOneRequest(server);
        }
    }

    @Test
    void requestThatIsOver_isForgotten() {
        IdempotentFilterFunction filter = IdempotentFilterFunction.of(retries);
        WeakReference<ClientRequest> sent = new WeakReference<>(sentBy(filter));

        while (sent.get() != null) {
            System.gc();
        }
        // Kept up to here, with what it remembers.
        assertThat(filter).isNotNull();
    }

    private static ClientRequest sentBy(IdempotentFilterFunction filter) {
        ClientRequest request = ClientRequest.create(HttpMethod.POST, URI.create("http://localhost/"))
                .body(BodyInserters.fromValue("text"))
                .build();
        filter.filter(
                        request,
                        sent -> Mono.just(ClientResponse.create(HttpStatus.OK).build()))
                .block();
        return request;
    }

    @Test
    @Tag("RC-1")
    void bodyThatCanBeReadOnce_isSentInEveryTry() throws Exception {
        AtomicInteger subscribed = new AtomicInteger();
        Sinks.Many<DataBuffer> once = Sinks.many().unicast().onBackpressureBuffer();
        once.tryEmitNext(DefaultDataBufferFactory.sharedInstance.wrap("one ".getBytes(StandardCharsets.UTF_8)));
        once.tryEmitNext(DefaultDataBufferFactory.sharedInstance.wrap("two".getBytes(StandardCharsets.UTF_8)));
        once.tryEmitComplete();
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, UNAVAILABLE, CREATED)) {
            client(retries)
                    .post()
                    .uri(server.uri())
                    .contentType(MediaType.TEXT_PLAIN)
                    .body(BodyInserters.fromDataBuffers(
                            once.asFlux().doOnSubscribe(it -> subscribed.incrementAndGet())))
                    .retrieve()
                    .toBodilessEntity()
                    .block();

            assertThat(server.seen()).hasSize(3).allMatch(seen -> seen.body().equals("one two"));
            assertThat(server.seen())
                    .allMatch(seen -> seen.header("Content-Length").equals("7"));
            assertThat(subscribed.get()).isEqualTo(1);
        }
    }

    @Test
    @Tag("RC-1")
    void bodyInParts_isTheSameInEveryTry() throws Exception {
        MultipartBodyBuilder parts = new MultipartBodyBuilder();
        parts.part("name", "value");
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            client(retries)
                    .post()
                    .uri(server.uri())
                    .body(BodyInserters.fromMultipartData(parts.build()))
                    .retrieve()
                    .toBodilessEntity()
                    .block();

            assertThat(server.seen()).hasSize(2);
            assertThat(server.seen().get(0).body()).contains("value");
            assertThat(server.seen().get(1).body())
                    .isEqualTo(server.seen().get(0).body());
            assertThat(server.seen().get(1).header("Content-Type"))
                    .startsWith("multipart/form-data;boundary")
                    .isEqualTo(server.seen().get(0).header("Content-Type"));
        }
    }

    @Test
    void bodyPastTheLimit_isRefusedBeforeAnythingIsSent() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            WebClient web = IdempotentFilterFunction.of(retries)
                    .withRequestBodyLimit(10)
                    .installIn(builder())
                    .build();

            assertThatThrownBy(() -> web.post()
                            .uri(server.uri())
                            .body(Flux.just("more than ", "ten bytes"), String.class)
                            .retrieve()
                            .toBodilessEntity()
                            .block())
                    .isInstanceOf(WebClientRequestException.class)
                    .hasMessageContaining("limit of 10 bytes")
                    .hasMessageContaining("untouched");
            assertThat(server.seen()).isEmpty();
            assertThat(listener.finished).hasSize(1);
        }
    }

    @Test
    void bodyThatFails_isNotRetried() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            assertThatThrownBy(() -> client(retries)
                            .post()
                            .uri(server.uri())
                            .body(Flux.error(new IOException("no such file")), String.class)
                            .retrieve()
                            .toBodilessEntity()
                            .block())
                    .isInstanceOf(WebClientRequestException.class)
                    .hasMessageContaining("no such file");
            assertThat(listener.finished).hasSize(1);
            assertThat(server.seen()).isEmpty();
        }
    }

    @Test
    @Tag("RC-2")
    @Tag("RC-4")
    void tryThatTakesTooLong_isEndedAndRetried() throws Exception {
        // Attempts enough for a machine that is itself too slow for some of them.
        RetrySettings hasty = retries.withPolicy(
                POLICY.withAttemptTimeout(Duration.ofMillis(300)).withMaxAttempts(500));
        try (ScriptedServer server = ScriptedServer.replying(CREATED.announcing(1_000), CREATED)) {
            assertThat(post(hasty, server.uri()).body()).isEqualTo("created");

            assertThat(listener.finished.get(0).result())
                    .isInstanceOfSatisfying(
                            AttemptResult.Failed.class,
                            failed -> assertThat(failed.cause())
                                    .isInstanceOf(HttpTimeoutException.class)
                                    .hasMessageContaining("PT0.3S"));
            assertAbandoned(server);
        }
    }

    /** The connection of an attempt that took too long was ended. */
    void assertAbandoned(ScriptedServer server) throws InterruptedException {
        assertThat(server.ends().poll(5, TimeUnit.MINUTES)).isNotNull();
    }

    @Test
    @Tag("RC-2")
    void cancellationInATry_endsIt() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.answering(request -> {
            arrived.countDown();
            await(held);
            return CREATED;
        })) {
            Disposable sent = client(retries)
                    .post()
                    .uri(server.uri())
                    .bodyValue("text")
                    .retrieve()
                    .toBodilessEntity()
                    .subscribe();
            arrived.await();

            sent.dispose();

            assertThat(listener.finished).hasSize(1);
            assertThat(listener.finished.get(0).result()).isEqualTo(new AttemptResult.Cancelled());
            held.countDown();
            assertThat(server.ends().poll(5, TimeUnit.MINUTES)).isNotNull();
            assertThat(server.seen()).hasSize(1);
        }
    }

    @Test
    @Tag("RC-2")
    void cancellationInAPause_endsIt() throws Exception {
        CountDownLatch paused = new CountDownLatch(1);
        RetrySettings slow = retries.withPolicy(POLICY.withMaxAttempts(2))
                .withTiming(new RetryTiming(
                        RetrySettings.DEFAULT.timing().nanoTime(),
                        RetrySettings.DEFAULT.timing().pause(),
                        () -> {
                            paused.countDown();
                            return 0;
                        }));
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE.with("Retry-After", "120"), CREATED)) {
            Disposable sent = client(slow)
                    .post()
                    .uri(server.uri())
                    .bodyValue("text")
                    .retrieve()
                    .toBodilessEntity()
                    .subscribe();
            paused.await();

            sent.dispose();

            assertThat(sent.isDisposed()).isTrue();
            assertThat(server.seen()).hasSize(1);
            assertThat(listener.finished)
                    .extracting(Attempt::result)
                    .containsExactly(new AttemptResult.Answered(503, false));
        }
    }

    @Test
    void answerToAGet_isStreamed() throws Exception {
        ScriptedReply endless = ScriptedReply.of(200, "data: one\n\n")
                .with("Content-Type", "text/event-stream")
                .announcing(1_000);
        try (ScriptedServer server = ScriptedServer.replying(endless)) {
            String first = client(retries.withResponseBodyLimit(3))
                    .get()
                    .uri(server.uri())
                    .retrieve()
                    .bodyToFlux(new ParameterizedTypeReference<ServerSentEvent<String>>() {})
                    .mapNotNull(ServerSentEvent::data)
                    .blockFirst();

            assertThat(first).isEqualTo("one");
        }
    }

    @Test
    void cookiesOfAnAnswer_comeThrough() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED.with("Set-Cookie", "seen=yes"))) {
            List<String> cookies = client(retries)
                    .post()
                    .uri(server.uri())
                    .exchangeToMono(response ->
                            Mono.just(response.cookies().keySet().stream().toList()))
                    .blockOptional()
                    .orElseThrow();

            assertThat(cookies).containsExactly("seen");
        }
    }

    @Test
    void filterThatFails_isNotTakenForTheNetwork() throws Exception {
        WebClient web = IdempotentFilterFunction.of(retries)
                .installIn(builder())
                .filter((request, next) -> Mono.error(new IllegalStateException("broken filter")))
                .build();
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            assertThatThrownBy(() -> web.post()
                            .uri(server.uri())
                            .retrieve()
                            .toBodilessEntity()
                            .block())
                    .hasMessage("broken filter");
            assertThat(listener.finished).hasSize(1);
        }
    }

    @Test
    @Tag("RC-1")
    void emptyPost_isRetriedToo() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            Called called = call(retries, new Call("POST", server.uri(), "", Map.of(), NO_CHOICE));

            assertThat(called.status()).isEqualTo(201);
            assertThat(server.seen()).hasSize(2);
        }
    }
}
