package io.counterfoil.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.message.HeaderNames;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.MDC;

/** The two filters beside others, and as they are without any setting of their own. */
@ParameterizedClass
@EnumSource(Container.class)
class FiltersTest extends ServletScenarios {

    @Test
    @Tag("RQ-7")
    @Tag("RQ-8")
    void outerFiltersFields_areMerged_inFirstAndReplayedResponses() throws Exception {
        inFront((request, response) -> {
            response.setHeader("Cache-Control", "no-store");
            response.setHeader("X-Outer", "outer");
            response.setHeader("Vary", "Origin");
        });
        on("/headers", (request, response) -> {
            response.setHeader("Cache-Control", "private");
            response.addHeader("Vary", "Accept");
            response.addHeader("X-Several", "a");
            response.addHeader("X-Several", "b");
        });

        HttpResponse<byte[]> first = post("/headers", "", KEY, "k");
        HttpResponse<byte[]> second = post("/headers", "", KEY, "k");

        assertReplayed(first, second);
        assertThat(first.headers().allValues("X-Several")).containsExactly("a", "b");
        assertThat(header(second, "Correlation-Id")).isNotEqualTo(header(first, "Correlation-Id"));
        for (HttpResponse<byte[]> answer : List.of(first, second)) {
            assertThat(answer.headers().allValues("Cache-Control")).containsExactly("private");
            assertThat(answer.headers().allValues("X-Outer")).containsExactly("outer");
            assertThat(answer.headers().allValues("Vary")).containsExactly("Origin", "Accept");
        }
        assertThat(executions).hasSize(1);
    }

    @Test
    void sentError_becomesAProblem_andIsRemembered() throws Exception {
        on("/error", (request, response) -> response.sendError(404, "no such thing"));

        HttpResponse<byte[]> first = post("/error", "", KEY, "k");

        assertThat(first.statusCode()).isEqualTo(404);
        assertThat(header(first, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(text(first)).contains("no such thing");
        assertReplayed(first, post("/error", "", KEY, "k"));
        assertThat(executions).hasSize(1);
    }

    @Test
    @Tag("RQ-10")
    @Tag("RQ-15")
    void unkeyedRequest_ofAnyLength_passesAndEchoesItsAttempt() throws Exception {
        on(
                "/stream",
                (request, response) -> response.getOutputStream()
                        .write(request.getInputStream().readAllBytes()));
        String body = "x".repeat(MAX_BODY + 1);

        post("/stream", body);
        HttpResponse<byte[]> second = post("/stream", body, "Idempotency-Attempt", "7");

        assertThat(executions).hasSize(2);
        assertThat(text(second)).isEqualTo(body);
        assertThat(header(second, "Idempotency-Attempt")).isEqualTo("7");
        assertThat(second.headers().map()).doesNotContainKey("Idempotency-Replayed");
    }

    @Test
    @Tag("CO-1")
    @Tag("CO-3")
    void request_withIncomingId_runsUnderAndReturnsAnExtension() throws Exception {
        on("/mdc", FiltersTest::printCorrelationIds);

        HttpResponse<byte[]> first = post("/mdc", "", "Correlation-Id", "abcd.1");
        HttpResponse<byte[]> second = post("/mdc", "", "Correlation-Id", "abcd.1");

        for (HttpResponse<byte[]> each : List.of(first, second)) {
            String id = header(each, "Correlation-Id");
            assertThat(id).matches("abcd\\.1\\.[A-Za-z0-9_-]{4}");
            assertThat(text(each)).isEqualTo(id + " " + id);
        }
        assertThat(header(second, "Correlation-Id")).isNotEqualTo(header(first, "Correlation-Id"));
    }

    @Test
    @Tag("CO-1")
    @Tag("CO-3")
    void request_withoutAnId_runsUnderAndReturnsAFreshOne() throws Exception {
        on("/mdc", FiltersTest::printCorrelationIds);

        HttpResponse<byte[]> fresh = post("/mdc", "");

        String id = header(fresh, "Correlation-Id");
        assertThat(id).matches("[A-Za-z0-9_-]{16}");
        assertThat(text(fresh)).isEqualTo(id + " " + id);
    }

    @Test
    @Tag("CO-1")
    void executionAndReplay_underOneIncomingId_areToldApart() throws Exception {
        on("/once", (request, response) -> response.getWriter().print("done"));

        HttpResponse<byte[]> executed = post("/once", "", KEY, "k", "Correlation-Id", "abcd");
        HttpResponse<byte[]> replayed = post("/once", "", KEY, "k", "Correlation-Id", "abcd");

        assertReplayed(executed, replayed);
        assertThat(header(executed, "Correlation-Id")).startsWith("abcd.");
        assertThat(header(replayed, "Correlation-Id"))
                .startsWith("abcd.")
                .isNotEqualTo(header(executed, "Correlation-Id"));
    }

    @Test
    @Tag("CO-8")
    @Tag("CO-2")
    void outerFiltersScope_isReplacedByIncomingId_andRestored() throws Exception {
        Queue<String> replaced = new ConcurrentLinkedQueue<>();
        BlockingQueue<String> afterwards = new LinkedBlockingQueue<>();
        Correlation.Listener pairs = new Correlation.Listener() {
            @Override
            public void replaced(CorrelationId old, CorrelationId next) {
                replaced.add(old + " " + next);
            }
        };
        around(within(afterwards));
        on("/fine", (request, response) -> response.setStatus(204));
        on("/broken", (request, response) -> {
            throw new IllegalStateException("no stock");
        });
        Correlation.addListener(pairs);
        try {
            HttpResponse<byte[]> fine = post("/fine", "", "Correlation-Id", "abcd");
            post("/broken", "", "Correlation-Id", "abcd");

            assertThat(replaced).contains("began " + header(fine, "Correlation-Id"));
            assertThat(afterwards.poll(2, TimeUnit.MINUTES)).isEqualTo("began null");
            assertThat(afterwards.poll(2, TimeUnit.MINUTES)).isEqualTo("began null");
        } finally {
            Correlation.removeListener(pairs);
        }
    }

    /** Begins work, and notes what is current behind the filters, and after its own end. */
    private static Around within(BlockingQueue<String> afterwards) {
        return (request, response, chain) -> {
            Correlation.Scope began = Correlation.open(CorrelationId.parse("began"));
            try {
                chain.doFilter(request, response);
            } finally {
                String behind = String.valueOf(MDC.get(Correlation.MDC_KEY));
                began.close();
                afterwards.add(behind + " " + MDC.get(Correlation.MDC_KEY));
            }
        };
    }

    /** As a part of the server that surrounds all filters does. */
    @Test
    @Tag("CO-1")
    @Tag("CO-2")
    void workThatTheServerOpened_isContinuedByTheFilter() throws Exception {
        Queue<String> replaced = new ConcurrentLinkedQueue<>();
        Correlation.Listener pairs = new Correlation.Listener() {
            @Override
            public void replaced(CorrelationId old, CorrelationId next) {
                replaced.add(old + " " + next);
            }
        };
        BlockingQueue<String> surrounding = new LinkedBlockingQueue<>();
        CorrelationFilter filter = new CorrelationFilter(HeaderNames.DEFAULT);
        around((request, response, chain) -> {
            Correlation.Scope work = filter.work(request::getHeader, request::getAttribute, request::setAttribute)
                    .open();
            try (work) {
                Correlation.Scope child = Correlation.child();
                try (child) {
                    surrounding.add(work + " " + child);
                }
                chain.doFilter(request, response);
            }
        });
        on("/children", (request, response) -> {
            Correlation.Scope child = Correlation.child();
            try (child) {
                response.getWriter().print(child);
            }
        });
        Correlation.addListener(pairs);
        try {
            HttpResponse<byte[]> response = post("/children", "", "Correlation-Id", "abcd");

            String id = header(response, "Correlation-Id");
            assertThat(id).startsWith("abcd.");
            assertThat(surrounding.poll(2, TimeUnit.MINUTES)).isEqualTo(id + " " + id + ".1");
            assertThat(text(response)).isEqualTo(id + ".2");
            assertThat(replaced).noneMatch(pair -> pair.contains(id));
        } finally {
            Correlation.removeListener(pairs);
        }
    }

    @Test
    @Tag("CO-10")
    void hostileCorrelationId_isReplaced() throws Exception {
        on("/mdc", (request, response) -> response.setStatus(204));

        HttpResponse<byte[]> answer = post("/mdc", "", "Correlation-Id", "a b;c=<script>");

        assertThat(header(answer, "Correlation-Id")).matches("[A-Za-z0-9_-]+");
    }

    private static void printCorrelationIds(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.getWriter()
                .print(MDC.get(Correlation.MDC_KEY) + " "
                        + Correlation.current().orElseThrow());
    }
}
