package io.counterfoil.springclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Snapshot;
import io.counterfoil.http.client.retry.RetrySettings;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

@Timeout(600)
@Tag("CO-3")
class CorrelationFilterFunctionTest {

    private static final CorrelationFilterFunction FILTER = CorrelationFilterFunction.of(HeaderNames.DEFAULT);
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

    private static WebClient client(ExchangeFilterFunction... filters) {
        return WebClient.builder().filters(all -> all.addAll(List.of(filters))).build();
    }

    private Mono<String> get(WebClient web) {
        return web.get().uri(server.uri()).retrieve().bodyToMono(String.class);
    }

    private List<String> sent() {
        return server.seen().stream().map(seen -> seen.header("Correlation-Id")).toList();
    }

    @Test
    @Tag("CO-5")
    void eachSubscription_hasAnExtensionOfTheIdOfItsThread() {
        Mono<String> request = get(client(FILTER));
        Correlation.Scope scope = Correlation.open(WORK);
        try (scope) {
            assertThat(request.block()).isEqualTo("seen");
            request.block();
        }

        assertThat(sent()).hasSize(2).doesNotHaveDuplicates().allMatch(id -> id.startsWith("abcd."));
    }

    @Test
    @Tag("CO-2")
    void workInTheContext_goesBeforeThatOfTheThread() {
        Correlation.Scope scope = Correlation.open(CorrelationId.parse("thread"));
        try (scope) {
            get(client(FILTER))
                    .subscribeOn(Schedulers.parallel())
                    .contextWrite(context -> context.put(Correlation.CONTEXT_KEY, Snapshot.of(WORK)))
                    .block();
        }

        assertThat(sent()).singleElement().asString().startsWith("abcd.");
    }

    @Test
    @Tag("CO-1")
    void outsideOfAllWork_theRequestHasAnIdOfItsOwn() {
        get(client(FILTER)).block();

        assertThat(CorrelationId.parse(sent().get(0)).parent()).isEmpty();
    }

    @Test
    void headerOfTheCaller_stays() {
        client(FILTER)
                .get()
                .uri(server.uri())
                .header("correlation-id", "mine")
                .retrieve()
                .toBodilessEntity()
                .block();

        assertThat(sent()).containsExactly("mine");
    }

    @Test
    @Tag("RC-6")
    void besideTheIdempotentFilter_eachTryHasTheIdOfTheTry() {
        IdempotentFilterFunction idempotent =
                IdempotentFilterFunction.of(RetrySettings.DEFAULT.withPolicy(SpringClientScenarios.PATIENT));
        Correlation.Scope scope = Correlation.open(WORK);
        try (scope) {
            post(client(FILTER, idempotent));
            post(client(idempotent, FILTER));
        }

        assertThat(server.seen())
                .hasSize(2)
                .allSatisfy(seen -> assertThat(seen.header("Correlation-Id"))
                        .isEqualTo("abcd." + seen.header("Idempotency-Attempt").replace("\"", "")));
    }

    private void post(WebClient web) {
        web.post()
                .uri(server.uri())
                .bodyValue("seats")
                .retrieve()
                .toBodilessEntity()
                .block();
    }
}
