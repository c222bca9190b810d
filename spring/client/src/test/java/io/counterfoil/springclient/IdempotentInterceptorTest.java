package io.counterfoil.springclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.client.retry.AttemptResult;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetrySettings;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

@Timeout(600)
class IdempotentInterceptorTest extends SpringClientScenarios {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static RestClient.Builder builder() {
        return RestClient.builder().requestFactory(new JdkClientHttpRequestFactory(HTTP));
    }

    @Override
    Called call(RetrySettings rules, Call call) {
        RestClient rest =
                builder().requestInterceptor(IdempotentInterceptor.of(rules)).build();
        RestClient.RequestBodySpec request = rest.method(HttpMethod.valueOf(call.method()))
                .uri(call.uri())
                .headers(headers -> call.headers().forEach(headers::set))
                .attributes(call.choice());
        if (!call.body().isEmpty()) {
            request.contentType(MediaType.APPLICATION_JSON).body(call.body());
        }
        return request.exchangeForRequiredValue((sent, response) -> new Called(
                response.getStatusCode().value(),
                new String(response.getBody().readAllBytes(), StandardCharsets.UTF_8),
                response.getHeaders()));
    }

    @Override
    String postFromALayerThatSendsAgain(RetrySettings rules, URI uri) {
        ClientHttpRequestInterceptor again = (request, body, execution) -> {
            try {
                return execution.execute(request, body);
            } catch (RetriesExhaustedException gaveUp) {
                return execution.execute(request, body);
            }
        };
        RestClient rest = builder()
                .requestInterceptor(again)
                .requestInterceptor(IdempotentInterceptor.of(rules))
                .build();
        return Objects.requireNonNull(
                rest.post().uri(uri).body("text").retrieve().body(String.class));
    }

    @Test
    @Tag("RC-1")
    void restTemplate_isServedToo() throws Exception {
        RestTemplate template = new RestTemplate(new JdkClientHttpRequestFactory(HTTP));
        template.getInterceptors().add(IdempotentInterceptor.of(retries));
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            assertThat(template.postForObject(server.uri(), "text", String.class))
                    .isEqualTo("created");
            assertOneRequest(server);
        }
    }

    @Test
    @Tag("RC-2")
    @Tag("RC-4")
    void tryThatTakesTooLong_isEndedByTheRequestFactoryAndRetried() throws Exception {
        JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(HTTP);
        factory.setReadTimeout(Duration.ofMillis(300));
        // Attempts enough for a machine that is itself too slow for some of them.
        RestClient rest = RestClient.builder()
                .requestFactory(factory)
                .requestInterceptor(IdempotentInterceptor.of(retries.withPolicy(POLICY.withMaxAttempts(500))))
                .build();
        try (ScriptedServer server = ScriptedServer.replying(CREATED.announcing(1_000), CREATED)) {
            assertThat(rest.post().uri(server.uri()).body("text").retrieve().body(String.class))
                    .isEqualTo("created");
            assertThat(listener.finished.get(0).result()).isInstanceOf(AttemptResult.Failed.class);
        }
    }

    @Test
    @Tag("RC-2")
    void interruptionInATry_endsTheSend() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.answering(request -> {
            arrived.countDown();
            await(held);
            return CREATED;
        })) {
            Thread main = Thread.currentThread();
            Thread interrupter = new Thread(() -> {
                await(arrived);
                main.interrupt();
            });
            interrupter.start();

            assertThatThrownBy(() -> post(retries, server.uri()))
                    .isInstanceOf(ResourceAccessException.class)
                    .hasCauseInstanceOf(InterruptedIOException.class);

            assertThat(Thread.interrupted()).isTrue();
            held.countDown();
            interrupter.join();
            assertThat(listener.finished).hasSize(1);
            assertThat(listener.finished.get(0).result()).isEqualTo(new AttemptResult.Cancelled());
            assertThat(server.seen()).hasSize(1);
        }
    }

    @Test
    void answerToAGet_isStreamed() throws Exception {
        RestClient rest = builder()
                .requestInterceptor(IdempotentInterceptor.of(retries.withResponseBodyLimit(3)))
                .build();
        try (ScriptedServer server =
                ScriptedServer.replying(ScriptedReply.of(200, "abc").announcing(1_000))) {
            String beginning = rest.get().uri(server.uri()).exchangeForRequiredValue((request, response) -> {
                InputStream body = response.getBody();
                byte[] first = body.readNBytes(3);
                // Spring reads what is left when it closes a response; there is no more to come.
                server.hangUp();
                return new String(first, StandardCharsets.UTF_8);
            });

            assertThat(beginning).isEqualTo("abc");
        }
    }
}
