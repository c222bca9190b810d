package io.counterfoil.springclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.client.retry.RetrySettings;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.network.SeenRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

@Timeout(600)
@Tag("CO-3")
class CorrelatedRequestsTest {

    private static final CorrelatedRequests CORRELATED = CorrelatedRequests.of(HeaderNames.DEFAULT);
    private static final CorrelationId WORK = CorrelationId.parse("abcd");

    private ScriptedServer server;

    @BeforeEach
    void start() throws IOException {
        server = ScriptedServer.answering(seen -> ScriptedReply.of(200, "seen"));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private static RestClient.Builder builder() {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return CORRELATED.installIn(RestClient.builder().requestFactory(new JdkClientHttpRequestFactory(http)));
    }

    private String get(RestClient rest) {
        return rest.get().uri(server.uri()).retrieve().requiredBody(String.class);
    }

    private void post(RestClient rest) {
        rest.post().uri(server.uri()).body("seats").retrieve().toBodilessEntity();
    }

    private List<String> sent() {
        return server.seen().stream().map(seen -> seen.header("Correlation-Id")).toList();
    }

    private static void working(Runnable task) {
        Correlation.Scope scope = Correlation.open(WORK);
        try (scope) {
            task.run();
        }
    }

    @Test
    @Tag("CO-5")
    void eachRequest_hasAnExtensionOfTheCurrentId() {
        RestClient rest = builder().build();
        working(() -> {
            assertThat(get(rest)).isEqualTo("seen");
            get(rest);
        });

        assertThat(sent())
                .hasSize(2)
                .doesNotHaveDuplicates()
                .allMatch(id -> CorrelationId.parse(id).parent().equals(Optional.of(WORK)));
    }

    @Test
    @Tag("CO-1")
    void outsideOfAllWork_theRequestHasAnIdOfItsOwn() {
        get(builder().build());

        assertThat(CorrelationId.parse(sent().get(0)).parent()).isEmpty();
    }

    @Test
    void headerOfTheCaller_stays() {
        working(() -> builder()
                .build()
                .get()
                .uri(server.uri())
                .header("correlation-id", "mine")
                .retrieve()
                .toBodilessEntity());

        assertThat(sent()).containsExactly("mine");
    }

    @Test
    void requestIsOtherwiseSentAsItIs_andItsBodyIsStreamed() {
        AtomicReference<Boolean> streamed = new AtomicReference<>();
        builder()
                .requestInitializer(request -> streamed.set(request instanceof StreamingHttpOutputMessage))
                .build()
                .post()
                .uri(server.uri())
                .header("X-Seat", "12a")
                .body((OutputStream out) -> out.write("seats".getBytes(StandardCharsets.UTF_8)))
                .retrieve()
                .toBodilessEntity();

        SeenRequest seen = server.seen().get(0);
        assertThat(streamed).hasValue(true);
        assertThat(seen.body()).isEqualTo("seats");
        assertThat(seen.headers()).containsEntry("x-seat", "12a").doesNotContainKey("idempotency-key");
        assertThat(seen.header("Correlation-Id")).isNotEmpty();
    }

    @Test
    @Tag("RC-6")
    void besideTheIdempotentInterceptor_eachTryHasTheIdOfTheTry() {
        RestClient rest = builder()
                .requestInterceptor(
                        IdempotentInterceptor.of(RetrySettings.DEFAULT.withPolicy(SpringClientScenarios.PATIENT)))
                .build();

        working(() -> post(rest));

        SeenRequest seen = server.seen().get(0);
        assertThat(seen.header("Correlation-Id"))
                .isEqualTo("abcd." + seen.header("Idempotency-Attempt").replace("\"", ""));
    }

    @Test
    void interceptors_seeTheHeader() {
        AtomicReference<String> seen = new AtomicReference<>();
        ClientHttpRequestInterceptor looking = (request, body, execution) -> {
            seen.set(request.getHeaders().getFirst("Correlation-Id"));
            return execution.execute(request, body);
        };

        get(builder().requestInterceptor(looking).build());

        assertThat(sent()).containsExactly(seen.get());
    }

    @Test
    void restTemplate_sendsIt_unlessTheCallerDoes() {
        RestTemplate rest = CORRELATED.installIn(new RestTemplate());
        HttpHeaders own = new HttpHeaders();
        own.set("correlation-id", "mine");

        working(() -> {
            rest.getForObject(server.uri(), String.class);
            rest.exchange(server.uri(), HttpMethod.GET, new HttpEntity<>(own), String.class);
        });

        assertThat(sent()).hasSize(2);
        assertThat(sent().get(0)).startsWith("abcd.");
        assertThat(sent().get(1)).isEqualTo("mine");
    }
}
