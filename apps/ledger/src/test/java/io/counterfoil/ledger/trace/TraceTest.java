package io.counterfoil.ledger.trace;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.opentelemetry.SpanCorrelation;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.network.SeenRequest;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The ledger with Spring Boot's tracing by OpenTelemetry, and with all that is told of correlation IDs by choice. */
@Tag("CO-3")
@Timeout(300)
class TraceTest {

    private static final String TRACE = "12345678901234567890123456789012";
    private static final String CALLER = "1234567890123456";

    private static final Database DATABASE = TestPostgres.freshDatabase();
    private static TracedService ledger;
    private static TracedService plain;

    private final HttpClient client = HttpClient.newHttpClient();
    private ScriptedServer other;

    @BeforeAll
    static void startServices() {
        ledger = TracedService.ledger(List.of(
                "spring.datasource.url=" + DATABASE.jdbcUrl(),
                "spring.datasource.username=" + DATABASE.user(),
                "spring.datasource.password=" + DATABASE.password(),
                "spring.datasource.hikari.connection-init-sql=SET lock_timeout = '10min'",
                "counterfoil.correlation.baggage=true",
                "counterfoil.correlation.jdbc=comment"));
        plain = TracedService.plain();
    }

    @AfterAll
    static void stopServices() {
        ledger.close();
        plain.close();
    }

    @BeforeEach
    void startOther() throws IOException {
        other = ScriptedServer.answering(seen -> ScriptedReply.of(200, "seen"));
    }

    @AfterEach
    void stopOther() throws IOException {
        other.close();
    }

    private HttpResponse<String> relay(TracedService service, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(service.uri(Relay.PATH))
                .POST(BodyPublishers.ofString("[{\"url\":\"" + other.uri() + "\",\"arguments\":[]}]"));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        assertThat(response.body()).isEqualTo("[200]");
        return response;
    }

    private static boolean isOfTheServer(SpanData span) {
        return span.getKind() == SpanKind.SERVER;
    }

    @Test
    void requestOfATrace_goesOnInIt_andItsSpanShowsTheCorrelationId() throws Exception {
        String trace = "32345678901234567890123456789012";

        HttpResponse<String> response = relay(
                ledger,
                "traceparent",
                "00-" + trace + "-" + CALLER + "-01",
                "tracestate",
                "foo=1,bar=2",
                "Correlation-Id",
                "story.1");

        List<SpanData> spans = ledger.spans().ofTraceUntil(trace, TraceTest::isOfTheServer);
        SpanData server = spans.get(spans.size() - 1);
        SpanData call = spans.stream()
                .filter(span -> span.getKind() == SpanKind.CLIENT)
                .findFirst()
                .orElseThrow();
        SeenRequest seen = other.seen().get(0);
        String id = idOf(response);
        assertThat(id).matches("story\\.1\\.[A-Za-z0-9_-]{4}");
        assertThat(server.getParentSpanId()).isEqualTo(CALLER);
        assertThat(server.getAttributes().get(SpanCorrelation.ID)).isEqualTo(id);
        assertThat(call.getParentSpanId()).isEqualTo(server.getSpanId());
        assertThat(seen.header("traceparent")).isEqualTo("00-" + trace + "-" + call.getSpanId() + "-01");
        assertThat(seen.header("tracestate")).isEqualTo("foo=1,bar=2");
        assertThat(CorrelationId.parse(seen.header("Correlation-Id")).parent()).hasValue(CorrelationId.parse(id));
    }

    private static String idOf(HttpResponse<?> response) {
        return response.headers().firstValue("Correlation-Id").orElseThrow();
    }

    @Test
    @Tag("CO-1")
    void requestWithoutACorrelationId_isFoundByTheFreshOne() throws Exception {
        String trace = "22345678901234567890123456789012";

        HttpResponse<String> response = relay(ledger, "traceparent", "00-" + trace + "-" + CALLER + "-01");

        List<SpanData> spans = ledger.spans().ofTraceUntil(trace, TraceTest::isOfTheServer);
        assertThat(response.headers().firstValue("Correlation-Id"))
                .hasValue(spans.get(spans.size() - 1).getAttributes().get(SpanCorrelation.ID));
    }

    @Test
    void baggage_hasTheCorrelationId_besideWhatArrived() throws Exception {
        HttpResponse<String> response = relay(ledger, "Correlation-Id", "story.2", "baggage", "tenant=7");

        assertThat(other.seen().get(0).header("baggage").split(","))
                .containsExactlyInAnyOrder("tenant=7", "corr_id=" + idOf(response));
    }

    @Test
    @Tag("CO-2")
    void databaseOfTheLedger_isToldOfTheWork() throws Exception {
        HttpRequest look = HttpRequest.newBuilder(ledger.uri("/v1/ledgers"))
                .header("Correlation-Id", "story.3")
                .build();

        // Held at its statement: that of a connection is soon followed by others, of other work too.
        try (Connection holder = DATABASE.dataSource().getConnection();
                Statement lock = holder.createStatement()) {
            holder.setAutoCommit(false);
            lock.execute("LOCK TABLE ledger IN ACCESS EXCLUSIVE MODE");
            CompletableFuture<HttpResponse<String>> answer = client.sendAsync(look, BodyHandlers.ofString());
            await().atMost(5, MINUTES)
                    .failFast("the request did not wait for the lock", answer::isDone)
                    .until(() -> !told("story.3").isEmpty());
            holder.rollback();
            assertThat(answer.join().statusCode()).isEqualTo(200);
        }
    }

    private static List<String> told(String correlationId) {
        return JdbcClient.create(DATABASE.dataSource())
                .sql("SELECT query FROM pg_stat_activity WHERE query LIKE ?")
                .param("/* corr_id='" + correlationId + ".%")
                .query(String.class)
                .list();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
            00-12345678901234567890123456789012-1234567890123456-01      | foo=1,bar=2       | true
            00-12345678901234567890123456789012-1234567890123456-00      | foo=1             | true
            cc-12345678901234567890123456789012-1234567890123456-01-next | foo=1             | true
            00-12345678901234567890123456789012-1234567890123456-01      | FOO=1             | true
            00-12345678901234567890123456789012-1234567890123456-01      | -                 | true
            00-12345678901234567890123456789012-1234567890123456-01-more | foo=1             | false
            ff-12345678901234567890123456789012-1234567890123456-01      | foo=1             | false
            00-00000000000000000000000000000000-1234567890123456-01      | foo=1             | false
            -                                                            | foo=1             | false
            """)
    void traceContext_goesOutAsWithoutCounterfoil(
            @Nullable String traceparent, @Nullable String tracestate, boolean sameTrace) throws Exception {
        List<String> headers = new ArrayList<>();
        if (traceparent != null) {
            headers.addAll(List.of("traceparent", traceparent));
        }
        if (tracestate != null) {
            headers.addAll(List.of("tracestate", tracestate));
        }

        relay(ledger, headers.toArray(String[]::new));
        relay(plain, headers.toArray(String[]::new));

        List<String> parents =
                other.seen().stream().map(seen -> seen.header("traceparent")).toList();
        assertThat(parents)
                .hasSize(2)
                .allMatch(parent -> parent.matches("00-[0-9a-f]{32}-[0-9a-f]{16}-0[0-3]"))
                .allMatch(parent -> parent.contains(TRACE) == sameTrace)
                .doesNotHaveDuplicates();
        assertThat(parents.get(0).substring(53)).isEqualTo(parents.get(1).substring(53));
        assertThat(other.seen().get(0).header("tracestate"))
                .isEqualTo(other.seen().get(1).header("tracestate"));
        assertThat(other.seen().get(1).header("Correlation-Id")).isEmpty();
    }
}
