package io.counterfoil.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.http.ClientResolver;
import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HeaderNames;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.idempotency.AnswerLimits;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.IdempotencyPolicy;
import io.counterfoil.idempotency.store.InMemoryStore;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.MDC;

@ParameterizedClass
@EnumSource(Container.class)
@Timeout(60)
class FiltersTest {

    private static final int MAX_BODY = 1000;

    private final List<String> executions = new CopyOnWriteArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init") // Started before the first test.
    private TestServer server;

    @Parameter
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Container container;

    @BeforeEach
    void start() throws Exception {
        HttpPolicy policy = HttpPolicy.DEFAULT.withMaxBodyBytes(MAX_BODY);
        HttpIdempotency idempotency = new HttpIdempotency(
                Idempotency.on(new InMemoryStore(Clock.systemUTC()))
                        .with(IdempotencyPolicy.DEFAULT.withAnswers(AnswerLimits.DEFAULT.withMaxBytes(100_000))),
                policy,
                ClientResolver.header("X-Client-Name"));
        server = container.start(
                new Handlers(),
                new CorrelationFilter(HeaderNames.DEFAULT),
                new OuterFilter(),
                new IdempotencyFilter(Endpoints.all(idempotency)));
    }

    /** A filter of the application's own, in front. */
    private static final class OuterFilter extends HttpFilter {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            response.setHeader("Cache-Control", "no-store");
            response.setHeader("X-Outer", "outer");
            response.setHeader("Vary", "Origin");
            chain.doFilter(request, response);
        }
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    /** One handler a path. */
    private final class Handlers extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            executions.add(request.getRequestURI());
            switch (request.getRequestURI()) {
                case "/stream" -> {
                    response.setStatus(201);
                    response.setContentType("application/octet-stream");
                    response.setHeader("Location", "/made/1");
                    response.addHeader("X-Several", "a");
                    response.addHeader("X-Several", "b");
                    response.getOutputStream().write(request.getInputStream().readAllBytes());
                    response.getOutputStream().write(executions.size());
                }
                case "/writer" -> {
                    response.setContentType("text/plain;charset=UTF-8");
                    response.getWriter().print(request.getReader().readLine() + " \u00e9\u20ac");
                    response.flushBuffer();
                }
                case "/headers" -> {
                    response.setHeader("Cache-Control", "private");
                    response.addHeader("Vary", "Accept");
                }
                case "/error" -> response.sendError(404, "no such thing");
                case "/redirect" -> response.sendRedirect("/elsewhere");
                case "/reset" -> {
                    response.setHeader("X-Gone", "true");
                    response.getWriter().print("gone");
                    response.reset();
                    response.getWriter().print("stays");
                }
                case "/mdc" ->
                    response.getWriter()
                            .print(MDC.get(Correlation.MDC_KEY) + " "
                                    + Correlation.current().orElseThrow());
                default -> response.sendError(500);
            }
        }
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-8")
    void replay_isByteExact_withItsHeaders() throws Exception {
        byte[] body = {0, 1, (byte) 0xff, '\r', '\n'};
        HttpResponse<byte[]> first = post("/stream", body, "Idempotency-Key", "\"k\"");
        HttpResponse<byte[]> second = post("/stream", body, "Idempotency-Key", "k");

        assertThat(executions).hasSize(1);
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.body()).containsExactly(0, 1, 0xff, '\r', '\n', 1);
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        for (String name : List.of("Location", "X-Several", "Content-Type", "Content-Length")) {
            assertThat(second.headers().allValues(name))
                    .as(name)
                    .isNotEmpty()
                    .isEqualTo(first.headers().allValues(name));
        }
        assertThat(first.headers().allValues("X-Several")).containsExactly("a", "b");
        assertThat(header(first, "Idempotency-Replayed")).isEqualTo("false");
        assertThat(header(second, "Idempotency-Replayed")).isEqualTo("true");
        assertThat(header(second, "Correlation-Id")).isNotEqualTo(header(first, "Correlation-Id"));
    }

    @Test
    @Tag("RQ-7")
    void writtenText_keepsItsCharset() throws Exception {
        HttpResponse<byte[]> first = post("/writer", "line".getBytes(UTF_8), "Idempotency-Key", "k");
        HttpResponse<byte[]> second = post("/writer", "line".getBytes(UTF_8), "Idempotency-Key", "k");

        assertThat(new String(first.body(), UTF_8)).isEqualTo("line \u00e9\u20ac");
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(header(second, "Content-Type")).isEqualToIgnoringCase("text/plain;charset=UTF-8");
    }

    @Test
    @Tag("RQ-7")
    void fieldsOfOuterFilters_areKeptReplacedOrJoined_alikeInEveryAnswer() throws Exception {
        for (int i = 0; i < 2; i++) {
            HttpResponse<byte[]> answer = post("/headers", new byte[0], "Idempotency-Key", "k");
            assertThat(header(answer, "Idempotency-Replayed")).isEqualTo(i == 0 ? "false" : "true");
            assertThat(answer.headers().allValues("Cache-Control")).containsExactly("private");
            assertThat(answer.headers().allValues("X-Outer")).containsExactly("outer");
            assertThat(answer.headers().allValues("Vary")).containsExactly("Origin", "Accept");
        }
        assertThat(executions).hasSize(1);
    }

    @Test
    void sentError_becomesAProblem_andIsRemembered() throws Exception {
        HttpResponse<byte[]> first = post("/error", new byte[0], "Idempotency-Key", "k");
        HttpResponse<byte[]> second = post("/error", new byte[0], "Idempotency-Key", "k");

        assertThat(first.statusCode()).isEqualTo(404);
        assertThat(header(first, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(new String(first.body(), UTF_8)).contains("no such thing");
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(executions).hasSize(1);
    }

    @Test
    void redirectAndReset_areCaptured() throws Exception {
        HttpResponse<byte[]> redirect = post("/redirect", new byte[0], "Idempotency-Key", "k");
        assertThat(redirect.statusCode()).isEqualTo(302);
        assertThat(header(redirect, "Location")).isEqualTo("/elsewhere");

        HttpResponse<byte[]> reset = post("/reset", new byte[0], "Idempotency-Key", "k");
        assertThat(new String(reset.body(), UTF_8)).isEqualTo("stays");
        assertThat(reset.headers().map()).doesNotContainKey("X-Gone");
        assertThat(header(reset, "Correlation-Id")).isNotEmpty();
    }

    @Test
    @Tag("RQ-15")
    void bodyOverTheLimit_isRefusedUnread_withAndWithoutALength() throws Exception {
        byte[] atLimit = new byte[MAX_BODY];
        byte[] over = new byte[MAX_BODY + 1];
        assertThat(post("/stream", atLimit, "Idempotency-Key", "k").statusCode())
                .isEqualTo(201);
        HttpResponse<byte[]> refused = post("/stream", over, "Idempotency-Key", "k2", "Idempotency-Attempt", "3");
        assertThat(refused.statusCode()).isEqualTo(413);
        assertThat(header(refused, "Idempotency-Replayed")).isEqualTo("false");
        assertThat(header(refused, "Idempotency-Attempt")).isEqualTo("3");

        HttpResponse<byte[]> chunked = client.send(
                HttpRequest.newBuilder(server.uri("/stream"))
                        .header("Idempotency-Key", "k3")
                        .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(over)))
                        .build(),
                BodyHandlers.ofByteArray());

        assertThat(chunked.statusCode()).isEqualTo(413);
        assertThat(new String(chunked.body(), UTF_8))
                .contains("\"field\":\"body\"")
                .contains("1000 bytes");
        assertThat(executions).hasSize(1);
    }

    @Test
    @Tag("RQ-10")
    void unkeyedRequest_passesUntouched_andItsAttemptIsEchoed() throws Exception {
        post("/stream", new byte[MAX_BODY + 1]);
        HttpResponse<byte[]> second = post("/stream", new byte[MAX_BODY + 1], "Idempotency-Attempt", "7");

        assertThat(executions).hasSize(2);
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(header(second, "Idempotency-Attempt")).isEqualTo("7");
        assertThat(second.headers().map()).doesNotContainKey("Idempotency-Replayed");
    }

    @Test
    @Tag("CO-1")
    @Tag("CO-3")
    void correlationId_comesInAndGoesOut() throws Exception {
        HttpResponse<byte[]> given = post("/mdc", new byte[0], "Correlation-Id", "abcd.1");
        assertThat(header(given, "Correlation-Id")).isEqualTo("abcd.1");
        assertThat(new String(given.body(), UTF_8)).isEqualTo("abcd.1 abcd.1");

        HttpResponse<byte[]> fresh = post("/mdc", new byte[0]);
        assertThat(new String(fresh.body(), UTF_8)).startsWith(header(fresh, "Correlation-Id"));
        assertThat(header(fresh, "Correlation-Id")).isNotEqualTo("abcd.1");
    }

    @Test
    @Tag("CO-10")
    void hostileCorrelationId_isReplaced() throws Exception {
        HttpResponse<byte[]> answer = post("/mdc", new byte[0], "Correlation-Id", "a b;c=<script>");
        assertThat(header(answer, "Correlation-Id")).matches("[A-Za-z0-9_-]+");
    }

    private HttpResponse<byte[]> post(String path, byte[] body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path)).POST(BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElseThrow();
    }
}
