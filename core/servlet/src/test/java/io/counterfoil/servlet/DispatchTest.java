package io.counterfoil.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.http.Endpoints;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters that are asked for every dispatch of a request, as some frameworks register them, do their work once. */
@ParameterizedClass
@EnumSource(Container.class)
class DispatchTest extends ServletScenarios {

    private final List<String> seen = new CopyOnWriteArrayList<>();

    /** A filter that is asked for all dispatches. */
    private record Everywhere(Filter filter) implements TestServer.EveryDispatch {

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            filter.doFilter(request, response, chain);
        }
    }

    @Override
    Filter[] arranged(Filter... filters) {
        return Stream.of(filters).map(Everywhere::new).toArray(Filter[]::new);
    }

    @Override
    IdempotencyFilter filter(Endpoints endpoints) {
        return super.filter(
                request -> request.path().startsWith("/unguarded") ? Optional.empty() : endpoints.of(request));
    }

    @BeforeEach
    void putHandlers() {
        seen.clear();
        Handler forward =
                (request, response) -> request.getRequestDispatcher("/done").forward(request, response);
        onSeen("/done", (request, response) -> response.getWriter().print("done"));
        onSeen("/forward", forward);
        onSeen("/unguarded", forward);
        onSeen("/error", (request, response) -> response.sendError(500));
        onSeen("/async", (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                response.getWriter().print("dispatched");
            } else {
                AsyncContext async = request.startAsync();
                async.start(async::dispatch);
            }
        });
    }

    private void onSeen(String path, Handler handler) {
        on(path, (request, response) -> {
            seen.add(path + " " + request.getDispatcherType() + " "
                    + Correlation.current().map(id -> id.value()).orElse("none"));
            handler.handle(request, response);
        });
    }

    @Test
    @Tag("RQ-8")
    @Tag("CO-1")
    void dispatchedRequest_isGuardedOnce_underOneCorrelationId() throws Exception {
        HttpResponse<byte[]> forwarded = post("/forward", "", KEY, "k", "Correlation-Id", "c1");
        assertThat(text(forwarded)).isEqualTo("done");
        assertThat(forwarded.headers().allValues("Idempotency-Replayed")).containsExactly("false");
        assertThat(post("/forward", "", KEY, "k").headers().allValues("Idempotency-Replayed"))
                .containsExactly("true");

        HttpResponse<byte[]> broken = post("/error", "", KEY, "k", "Correlation-Id", "c2");
        assertThat(text(broken)).isEqualTo("container's page of 500");
        assertThat(broken.headers().allValues("Idempotency-Replayed")).containsExactly("false");

        HttpResponse<byte[]> fresh = post("/async", "", "Idempotency-Attempt", "1");
        assertThat(text(fresh)).isEqualTo("dispatched");
        String id = header(fresh, "Correlation-Id");
        String first = header(forwarded, "Correlation-Id");
        String second = header(broken, "Correlation-Id");
        assertThat(first).startsWith("c1.");
        assertThat(second).startsWith("c2.");
        assertThat(seen)
                .contains(
                        "/forward REQUEST " + first,
                        "/error REQUEST " + second,
                        "/async REQUEST " + id,
                        "/async ASYNC " + id)
                .filteredOn(line -> line.startsWith("/done"))
                .singleElement()
                .asString()
                .endsWith(" " + first);
        assertThat(header(post("/done", "", KEY, "k"), "Idempotency-Replayed"))
                .as("of a request that is no duplicate of one that was forwarded there")
                .isEqualTo("false");
    }

    @Test
    @Tag("RQ-3")
    void requestThatIsForwardedToWhatIsGuarded_isGuardedThere() throws Exception {
        for (String replayed : List.of("false", "true")) {
            HttpResponse<byte[]> answer = post("/unguarded", "", KEY, "k");
            assertThat(text(answer)).isEqualTo("done");
            assertThat(answer.headers().allValues("Idempotency-Replayed")).containsExactly(replayed);
        }
        assertThat(seen).filteredOn(line -> line.startsWith("/done")).hasSize(1);
    }
}
