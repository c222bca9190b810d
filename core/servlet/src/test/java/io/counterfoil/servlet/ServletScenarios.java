package io.counterfoil.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.request.BodyFieldReader;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.http.request.KeySource;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * What the scenarios of the servlet filters share: one container, on which handlers are put by their paths. Whatever is under {@code
 * /lease} is in lease mode, all else in transactional mode; the key of what is under {@code /inbody} is the whole body. Each handler's
 * runs are counted.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
abstract class ServletScenarios {

    static final int MAX_BODY = 10_000;
    static final int MAX_ANSWER = 100_000;
    static final String KEY = "Idempotency-Key";

    /** Behind a path. */
    @FunctionalInterface
    interface Handler {
        void handle(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException;
    }

    /** In front of the filter. */
    @FunctionalInterface
    interface Around {
        void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException;
    }

    @Parameter
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Container container;

    /** The paths of the handlers that ran, in order. */
    final List<String> executions = new CopyOnWriteArrayList<>();

    private final Map<String, Handler> handlers = new ConcurrentHashMap<>();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @SuppressWarnings("NullAway.Init") // Started before the first test.
    private TestServer server;

    @SuppressWarnings("NullAway.Init") // Made anew for each test.
    private volatile HttpIdempotency transactional;

    @SuppressWarnings("NullAway.Init") // Made anew for each test.
    private volatile HttpIdempotency inBody;

    @SuppressWarnings("NullAway.Init") // Made anew for each test.
    private volatile HttpIdempotency leases;

    private volatile Around outer = (request, response, chain) -> chain.doFilter(request, response);

    @BeforeParameterizedClassInvocation
    void start() throws Exception {
        server = container.start(
                new Dispatching(),
                arranged(new Outer(), new CorrelationFilter(HeaderNames.DEFAULT), filter(this::treatment)));
    }

    @AfterParameterizedClassInvocation
    void stop() {
        server.close();
    }

    @BeforeEach
    void forget() {
        InMemoryStore store = new InMemoryStore(Clock.systemUTC());
        HttpPolicy policy = HttpPolicy.DEFAULT.withBody(bodies -> bodies.withMaxBytes(MAX_BODY));
        transactional = idempotency(Idempotency.on(store), policy);
        leases = idempotency(Idempotency.on(store, LeasePolicy.DEFAULT), policy);
        inBody = idempotency(
                Idempotency.on(store),
                policy.withKey(keys -> keys.withSource(KeySource.body("body", BodyFieldReader.WHOLE))));
        handlers.clear();
        executions.clear();
        around((request, response, chain) -> chain.doFilter(request, response));
    }

    /** The filters, as the container is to have them. */
    Filter[] arranged(Filter... filters) {
        return filters;
    }

    /** The filter under test. */
    IdempotencyFilter filter(Endpoints endpoints) {
        return new IdempotencyFilter(endpoints);
    }

    private Optional<HttpIdempotency> treatment(RequestHead request) {
        if (request.path().startsWith("/inbody")) {
            return Optional.of(inBody);
        }
        return Optional.of(request.path().startsWith("/lease") ? leases : transactional);
    }

    private static HttpIdempotency idempotency(Idempotency engine, HttpPolicy policy) {
        return new HttpIdempotency(
                engine.with(IdempotencyPolicy.DEFAULT.withResults(results -> results.withMaxBytes(MAX_ANSWER))),
                policy,
                ClientResolver.header("X-Client-Name"));
    }

    /** Puts a handler behind a path. */
    final void on(String path, Handler handler) {
        handlers.put(path, handler);
    }

    /** Runs in front of the filter, for every request. */
    final void inFront(Handler handler) {
        around((request, response, chain) -> {
            handler.handle(request, response);
            chain.doFilter(request, response);
        });
    }

    /** Runs in front of the filter, and lets it go on or not. */
    final void around(Around filter) {
        outer = filter;
    }

    final TestServer server() {
        return server;
    }

    private final class Outer extends HttpFilter {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            outer.doFilter(request, response, chain);
        }
    }

    private final class Dispatching extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            Object included = request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI);
            String path = included == null ? request.getRequestURI() : (String) included;
            executions.add(path);
            Handler handler = handlers.get(path);
            if (handler == null) {
                response.sendError(404, "no handler for " + path);
            } else {
                handler.handle(request, response);
            }
        }
    }

    final HttpResponse<byte[]> post(String path, String body, String... headers)
            throws IOException, InterruptedException {
        return send("POST", path, BodyPublishers.ofByteArray(body.getBytes(UTF_8)), headers);
    }

    final HttpResponse<byte[]> send(String method, String path, BodyPublisher body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path)).method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    static String header(HttpResponse<?> response, String name) {
        return response.headers()
                .firstValue(name)
                .orElseThrow(() -> new AssertionError("no " + name + " in " + response.statusCode() + " "
                        + response.headers().map()));
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), UTF_8);
    }

    /** The same request once more gets the same answer, as a duplicate, and nothing is carried out. */
    final void assertReplayed(HttpResponse<byte[]> first, HttpResponse<byte[]> again) {
        assertThat(again.statusCode()).isEqualTo(first.statusCode());
        assertThat(header(first, "Idempotency-Replayed")).isEqualTo("false");
        assertThat(header(again, "Idempotency-Replayed")).isEqualTo("true");
        assertThat(again.body()).isEqualTo(first.body());
        for (String name :
                List.of("Content-Type", "Content-Length", "Location", "ETag", "Content-Language", "X-Several")) {
            assertThat(again.headers().allValues(name))
                    .as(name)
                    .isEqualTo(first.headers().allValues(name));
        }
    }
}
