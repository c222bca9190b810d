package io.counterfoil.springclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Snapshot;
import io.counterfoil.http.client.retry.RetrySettings;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Whose work a WebClient's request belongs to, in a chain that has no thread of its own. */
@Tag("CO-3")
@Tag("RC-6")
@Timeout(600)
class WorkOfAChainTest {

    private static final CorrelationId WORK = CorrelationId.parse("work");
    private static final CorrelationId OTHER = CorrelationId.parse("other");
    private static final RetrySettings RETRIES = RetrySettings.DEFAULT.withPolicy(SpringClientScenarios.PATIENT);

    private final WebClient web =
            IdempotentFilterFunction.of(RETRIES).installIn(WebClient.builder()).build();

    @SuppressWarnings("NullAway.Init") // Started before each test.
    private ScriptedServer server;

    @BeforeEach
    void start() throws Exception {
        server = ScriptedServer.replying(ScriptedReply.of(503, "later"), ScriptedReply.of(201, "created"));
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        assertThat(Correlation.current()).isEmpty();
    }

    @Test
    void capturedCorrelation_isSentFromAnyThread() throws Exception {
        Mono<String> chain =
                Mono.just("an order").publishOn(Schedulers.boundedElastic()).flatMap(this::send);

        Correlation.Scope scope = Correlation.open(WORK);
        try (scope) {
            assertThat(chain.contextCapture().toFuture().get()).isEqualTo("created");
        }

        assertThat(sent()).hasSize(2).doesNotHaveDuplicates().allMatch(id -> id.isDescendantOf(WORK));
    }

    @Test
    void workInTheContext_comesBeforeThatOfTheThread() {
        Correlation.Scope scope = Correlation.open(OTHER);
        try (scope) {
            send("an order")
                    .contextWrite(context -> context.put(Correlation.CONTEXT_KEY, Snapshot.of(WORK)))
                    .block();
        }

        assertThat(sent()).allMatch(id -> id.isDescendantOf(WORK));
    }

    @Test
    void noWorkInTheContext_hidesThatOfTheThread() {
        Correlation.Scope scope = Correlation.open(OTHER);
        try (scope) {
            send("an order")
                    .contextWrite(context -> context.put(Correlation.CONTEXT_KEY, Snapshot.nothing()))
                    .block();
        }

        assertThat(sent()).hasSize(2).noneMatch(id -> id.isDescendantOf(OTHER));
    }

    @Test
    void workThatTheRequestWasDescribedIn_isTakenWhereThereIsNoOther() throws Exception {
        Mono<String> described;
        Correlation.Scope scope = Correlation.open(WORK);
        try (scope) {
            described = send("an order");
        }

        assertThat(described.subscribeOn(Schedulers.boundedElastic()).toFuture().get())
                .isEqualTo("created");

        assertThat(sent()).hasSize(2).allMatch(id -> id.isDescendantOf(WORK));
    }

    private Mono<String> send(String order) {
        return web.post().uri(server.uri()).bodyValue(order).retrieve().bodyToMono(String.class);
    }

    private List<CorrelationId> sent() {
        return server.seen().stream()
                .map(seen -> CorrelationId.parse(seen.header("Correlation-Id")))
                .toList();
    }
}
