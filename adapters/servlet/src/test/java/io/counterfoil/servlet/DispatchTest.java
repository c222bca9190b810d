package io.counterfoil.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.http.ClientResolver;
import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HeaderNames;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.PathTemplate;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.store.InMemoryStore;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters that are asked for every dispatch of a request, as some frameworks register them, do their work once. */
@ParameterizedClass
@EnumSource(Container.class)
@Timeout(60)
class DispatchTest {

    private final List<String> seen = new CopyOnWriteArrayList<>();

    @Parameter
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Container container;

    /** A filter that is asked for all dispatches. */
    private record Everywhere(Filter filter) implements TestServer.EveryDispatch {

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            filter.doFilter(request, response, chain);
        }
    }

    private final class Handlers extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            seen.add(request.getRequestURI() + " " + request.getDispatcherType() + " "
                    + Correlation.current().map(id -> id.value()).orElse("none"));
            switch (request.getRequestURI()) {
                case "/forward" -> request.getRequestDispatcher("/done").forward(request, response);
                case "/async" -> {
                    if (request.getDispatcherType() == DispatcherType.ASYNC) {
                        response.getWriter().print("dispatched");
                    } else {
                        AsyncContext async = request.startAsync();
                        async.start(async::dispatch);
                    }
                }
                case "/error" -> response.sendError(500);
                default -> response.getWriter().print("done");
            }
        }
    }

    @Test
    @Tag("RQ-8")
    @Tag("CO-1")
    void requestIsGuardedOnce_andHasOneCorrelationId_howeverOftenItIsDispatched() throws Exception {
        try (TestServer server = start(Endpoints.all(idempotency()))) {
            HttpResponse<byte[]> forwarded = post(server, "/forward", "Idempotency-Key", "k", "Correlation-Id", "c1");
            assertThat(new String(forwarded.body(), UTF_8)).isEqualTo("done");
            assertThat(forwarded.headers().allValues("Idempotency-Replayed")).containsExactly("false");
            assertThat(post(server, "/forward", "Idempotency-Key", "k")
                            .headers()
                            .allValues("Idempotency-Replayed"))
                    .containsExactly("true");

            HttpResponse<byte[]> broken = post(server, "/error", "Idempotency-Key", "k", "Correlation-Id", "c2");
            assertThat(new String(broken.body(), UTF_8)).isEqualTo("container's page of 500");
            assertThat(broken.headers().allValues("Idempotency-Replayed")).containsExactly("false");

            HttpResponse<byte[]> fresh = post(server, "/async", "Idempotency-Attempt", "1");
            assertThat(new String(fresh.body(), UTF_8)).isEqualTo("dispatched");
            String id = fresh.headers().firstValue("Correlation-Id").orElseThrow();
            assertThat(seen)
                    .contains("/forward REQUEST c1", "/error REQUEST c2", "/async REQUEST " + id, "/async ASYNC " + id)
                    .filteredOn(line -> line.startsWith("/done"))
                    .singleElement()
                    .asString()
                    .endsWith(" c1");
        }
    }

    @Test
    @Tag("RQ-3")
    void requestThatIsForwardedToWhatIsGuarded_isGuardedThere() throws Exception {
        Endpoints endpoints =
                Endpoints.routes().leave(PathTemplate.parse("/forward")).otherwise(idempotency());
        try (TestServer server = start(endpoints)) {
            for (String replayed : List.of("false", "true")) {
                HttpResponse<byte[]> answer = post(server, "/forward", "Idempotency-Key", "k");
                assertThat(new String(answer.body(), UTF_8)).isEqualTo("done");
                assertThat(answer.headers().allValues("Idempotency-Replayed")).containsExactly(replayed);
            }
            assertThat(seen).filteredOn(line -> line.startsWith("/done")).hasSize(1);
        }
    }

    private static HttpIdempotency idempotency() {
        return new HttpIdempotency(
                Idempotency.on(new InMemoryStore(Clock.systemUTC())),
                HttpPolicy.DEFAULT,
                ClientResolver.header("X-Client-Name"));
    }

    private TestServer start(Endpoints endpoints) throws Exception {
        return container.start(
                new Handlers(),
                new Everywhere(new CorrelationFilter(HeaderNames.DEFAULT)),
                new EverywhereToo(new IdempotencyFilter(endpoints)));
    }

    /** Another class, because a container takes each filter by its name. */
    private record EverywhereToo(Filter filter) implements TestServer.EveryDispatch {

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            filter.doFilter(request, response, chain);
        }
    }

    private static HttpResponse<byte[]> post(TestServer server, String path, String... headers) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.uri(path))
                                .headers(headers)
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofByteArray());
    }
}
