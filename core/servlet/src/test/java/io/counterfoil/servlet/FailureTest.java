package io.counterfoil.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** However a handler ends, the claim is settled, and the client is told what it would be told without the filter. */
@ParameterizedClass
@EnumSource(Container.class)
class FailureTest extends ServletScenarios {

    private static final String ERROR_PATH = "/own-error-page";

    @Override
    IdempotencyFilter filter(Endpoints endpoints) {
        HttpPolicy broken = HttpPolicy.DEFAULT.withFingerprinting((request, body) -> {
            throw new IllegalStateException("secret");
        });
        HttpIdempotency treatment = new HttpIdempotency(
                Idempotency.on(new InMemoryStore(Clock.systemUTC())), broken, ClientResolver.ANONYMOUS);
        return new IdempotencyFilter(request ->
                        request.path().equals("/unfathomable") ? Optional.of(treatment) : endpoints.of(request))
                .withErrorPath(ERROR_PATH);
    }

    static Stream<Throwable> failures() {
        return Stream.of(
                new IOException("secret"),
                new ServletException("secret"),
                new IllegalArgumentException("secret"),
                new AssertionError("secret"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    @Tag("RQ-13")
    void handlerThatThrows_isShownByTheContainer_andLeavesNothing(Throwable failure) throws Exception {
        for (String path : List.of("/fails", "/lease/fails")) {
            AtomicBoolean broken = new AtomicBoolean(true);
            on(path, (request, response) -> {
                response.setHeader("X-Own", "1");
                response.getWriter().print("half");
                response.flushBuffer();
                if (broken.get()) {
                    sneak(failure);
                }
            });

            HttpResponse<byte[]> failed = post(path, "", KEY, "k", "Idempotency-Attempt", "1");
            broken.set(false);
            HttpResponse<byte[]> retry = post(path, "", KEY, "k");

            assertThat(failed.statusCode()).isEqualTo(500);
            assertThat(text(failed)).isEqualTo("container's page of 500");
            assertThat(header(failed, "Idempotency-Replayed")).isEqualTo("false");
            assertThat(header(failed, "Idempotency-Attempt")).isEqualTo("1");
            assertThat(header(failed, "Correlation-Id")).isNotEmpty();
            assertThat(failed.headers().map()).doesNotContainKey("X-Own");
            assertUndone(path, retry);
        }
    }

    @Test
    @Tag("RQ-8")
    void failureBeforeTheHandler_showsTheContainersErrorPage() throws Exception {
        HttpResponse<byte[]> failed = post("/unfathomable", "", KEY, "k", "Idempotency-Attempt", "1");

        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(text(failed)).isEqualTo("container's page of 500");
        assertThat(header(failed, "Idempotency-Replayed")).isEqualTo("false");
        assertThat(header(failed, "Idempotency-Attempt")).isEqualTo("1");
        assertThat(executions).isEmpty();
    }

    @Test
    @Tag("RQ-13")
    void checkedExceptionThatNoSignatureSays_isThrownOn_asTheCause() throws Exception {
        on("/undeclared", (request, response) -> sneak(new InterruptedException("undeclared")));

        assertThat(post("/undeclared", "", KEY, "k").statusCode()).isEqualTo(500);
        on("/undeclared", (request, response) -> response.setStatus(204));
        assertThat(post("/undeclared", "", KEY, "k").statusCode()).isEqualTo(204);
    }

    @SuppressWarnings("unchecked") // The compiler is told that it is unchecked, as Kotlin does.
    private static <X extends Throwable> void sneak(Throwable failure) throws X {
        throw (X) failure;
    }

    @Test
    @Tag("RQ-13")
    @Tag("RQ-14")
    void sentFailure_isShownByTheContainer_andUndoesTheWork() throws Exception {
        for (String path : List.of("/broken", "/lease/broken")) {
            on(path, (request, response) -> {
                response.setHeader("Retry-After", "7");
                response.getWriter().print("gone");
                response.sendError(503, "broken");
                assertThat(response.isCommitted()).isTrue();
                response.getWriter().print("too late");
            });

            HttpResponse<byte[]> failed = post(path, "", KEY, "k", "Idempotency-Attempt", "1");
            on(path, (request, response) -> response.getWriter().print("half"));
            HttpResponse<byte[]> retry = post(path, "", KEY, "k");

            assertThat(failed.statusCode()).isEqualTo(503);
            assertThat(text(failed)).isEqualTo("container's page of 503");
            assertThat(header(failed, "Retry-After")).isEqualTo("7");
            assertThat(header(failed, "Idempotency-Replayed")).isEqualTo("false");
            assertThat(header(failed, "Idempotency-Attempt")).isEqualTo("1");
            assertUndone(path, retry);
        }
        assertThat(executions).doesNotContain(ERROR_PATH);
    }

    private void assertUndone(String path, HttpResponse<byte[]> retry) throws Exception {
        if (path.startsWith("/lease")) {
            assertThat(retry.statusCode()).isEqualTo(409);
            assertThat(text(retry)).contains("outcome-unknown");
        } else {
            assertThat(text(retry)).isEqualTo("half");
            assertReplayed(retry, post(path, "", KEY, "k"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/refuses", "/lease/refuses"})
    @Tag("RQ-7")
    @Tag("RQ-14")
    void sendError_rendersErrorPageWithinExecution_andIsReplayed(String path) throws Exception {
        on(path, (request, response) -> {
            response.setHeader("ETag", "\"1\"");
            response.getWriter().print("gone");
            response.sendError(404, "no such thing");
        });
        on(ERROR_PATH, (request, response) -> {
            response.setContentType("text/html;charset=UTF-8");
            response.getOutputStream()
                    .print(String.join(
                            " ",
                            "" + response.getStatus(),
                            request.getMethod(),
                            "" + request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE),
                            "" + request.getAttribute(RequestDispatcher.ERROR_MESSAGE),
                            "" + request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI),
                            "" + request.getAttribute(RequestDispatcher.ERROR_METHOD),
                            "" + request.getAttribute(RequestDispatcher.ERROR_QUERY_STRING),
                            "" + request.getAttribute(RequestDispatcher.ERROR_SERVLET_NAME),
                            "" + request.getAttribute(RequestDispatcher.ERROR_EXCEPTION),
                            "" + (request.getAttribute(IdempotencyFilter.EXECUTION_ATTRIBUTE) != null),
                            "" + (request.getDispatcherType() != DispatcherType.REQUEST)));
        });

        HttpResponse<byte[]> first = post(path + "?q=1", "", KEY, "k");

        assertThat(first.statusCode()).isEqualTo(404);
        assertThat(text(first)).isEqualTo("404 GET 404 no such thing " + path + " POST q=1 all null true true");
        assertThat(header(first, "ETag")).isEqualTo("\"1\"");
        assertReplayed(first, post(path + "?q=1", "", KEY, "k"));
        assertThat(executions).containsExactly(path, ERROR_PATH);
    }

    @Test
    @Tag("RQ-14")
    void sentRefusalToComeBackLater_isShown_andNotRemembered() throws Exception {
        on("/busy", (request, response) -> {
            response.setHeader("Retry-After", "1");
            response.sendError(429);
        });
        on(ERROR_PATH, (request, response) -> response.getWriter().print("page"));

        HttpResponse<byte[]> busy = post("/busy", "", KEY, "k");
        on("/busy", (request, response) -> response.getWriter().print("done"));

        assertThat(busy.statusCode()).isEqualTo(429);
        assertThat(text(busy)).isEqualTo("page");
        assertThat(text(post("/busy", "", KEY, "k"))).isEqualTo("done");
    }

    @Test
    @Tag("RQ-14")
    void errorPage_thatSendsAnError_isReplacedByAProblem() throws Exception {
        on("/refuses", (request, response) -> response.sendError(404, "no such thing"));
        on(ERROR_PATH, (request, response) -> response.sendError(500));

        HttpResponse<byte[]> problem = post("/refuses", "", KEY, "k");

        assertThat(problem.statusCode()).isEqualTo(404);
        assertThat(header(problem, "Content-Type")).startsWith("application/problem+json");
        assertThat(text(problem)).contains("no such thing");
        assertReplayed(problem, post("/refuses", "", KEY, "k"));
    }

    @Test
    @Tag("RQ-14")
    void errorPage_thatThrows_rollsBackTheExecution() throws Exception {
        on("/refuses", (request, response) -> response.sendError(404, "no such thing"));
        on(ERROR_PATH, (request, response) -> {
            throw new IllegalStateException("the page is broken");
        });

        HttpResponse<byte[]> failed = post("/refuses", "", KEY, "k");

        assertThat(failed.statusCode()).isEqualTo(500);
        on(ERROR_PATH, (request, response) -> response.getWriter().print("page"));
        assertThat(header(post("/refuses", "", KEY, "k"), "Idempotency-Replayed"))
                .isEqualTo("false");
    }

    @Test
    @Tag("RQ-15")
    void responseCommittedByOuterFilter_isRejectedBeforeTheClaim() throws Exception {
        on("/late", (request, response) -> response.getWriter().print("done"));
        AtomicBoolean refused = new AtomicBoolean();
        around((request, response, chain) -> {
            response.flushBuffer();
            assertThatThrownBy(() -> chain.doFilter(request, response))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("POST /late");
            refused.set(true);
        });

        post("/late", "", KEY, "k");
        assertThat(refused).isTrue();
        assertThat(executions).isEmpty();
        forget();
        on("/late", (request, response) -> response.getWriter().print("done"));
        assertThat(text(post("/late", "", KEY, "k"))).isEqualTo("done");
    }

    @Test
    @Tag("RQ-8")
    void errorWithoutTheKeyThatTheBodyMightHaveHad_isTheContainers() throws Exception {
        on("/inbody/refuses", (request, response) -> response.sendError(404));
        on("/inbody/fails", (request, response) -> {
            throw new IllegalStateException("secret");
        });

        HttpResponse<byte[]> refused = post("/inbody/refuses", "", "Idempotency-Attempt", "1");
        HttpResponse<byte[]> failed = post("/inbody/fails", "", "Idempotency-Attempt", "1");

        assertThat(refused.statusCode()).isEqualTo(404);
        assertThat(failed.statusCode()).isEqualTo(500);
        for (HttpResponse<byte[]> answer : List.of(refused, failed)) {
            assertThat(header(answer, "Idempotency-Attempt")).isEqualTo("1");
            assertThat(answer.headers().map()).doesNotContainKey("Idempotency-Replayed");
        }
        assertThat(executions).doesNotContain(ERROR_PATH);
    }

    @Test
    void errorPath_mustBeAPath() {
        assertThatThrownBy(() -> new IdempotencyFilter(request -> Optional.empty()).withErrorPath("error"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"error\"");
    }
}
