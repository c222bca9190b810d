package io.counterfoil.httpserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.message.HeaderNames;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class JdkCorrelationFilterTest extends ServerTests {

    private final JdkCorrelationFilter correlation = new JdkCorrelationFilter(HeaderNames.DEFAULT);

    @BeforeEach
    void serve() {
        server.createContext("/", JdkCorrelationFilterTest::tell).getFilters().add(correlation);
    }

    private static void tell(HttpExchange exchange) throws IOException {
        byte[] body = (MDC.get(Correlation.MDC_KEY) + " "
                        + Correlation.current().map(Object::toString).orElse("none"))
                .getBytes(UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    @Tag("CO-1")
    @Tag("CO-3")
    void request_withIncomingId_runsUnderAndReturnsAnExtension() throws Exception {
        HttpResponse<String> first = post("/", "Correlation-Id", "abcd.1");
        HttpResponse<String> second = post("/", "Correlation-Id", "abcd.1");
        for (HttpResponse<String> each : List.of(first, second)) {
            String id = header(each, "Correlation-Id");
            assertThat(id).matches("abcd\\.1\\.[A-Za-z0-9_-]{4}");
            assertThat(each.body()).isEqualTo(id + " " + id);
        }
        assertThat(header(second, "Correlation-Id")).isNotEqualTo(header(first, "Correlation-Id"));
    }

    @Test
    @Tag("CO-1")
    @Tag("CO-3")
    void request_withoutAnId_runsUnderAndReturnsAFreshOne() throws Exception {
        HttpResponse<String> fresh = post("/");

        String id = header(fresh, "Correlation-Id");
        assertThat(id).matches("[A-Za-z0-9_-]{16}");
        assertThat(fresh.body()).isEqualTo(id + " " + id);
    }

    @Test
    void description_ofTheFilter_isNotBlank() {
        assertThat(correlation.description()).isNotBlank();
    }

    @Test
    @Tag("CO-1")
    void withVerbatimIds_requestsRunUnderTheIdThatTheyComeWith() throws Exception {
        server.createContext("/verbatim", JdkCorrelationFilterTest::tell)
                .getFilters()
                .add(correlation.withVerbatimIds());

        for (int i = 0; i < 2; i++) {
            HttpResponse<String> given = post("/verbatim", "Correlation-Id", "abcd.1");
            assertThat(header(given, "Correlation-Id")).isEqualTo("abcd.1");
            assertThat(given.body()).isEqualTo("abcd.1 abcd.1");
        }
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
        HttpContext fine = server.createContext("/fine", JdkCorrelationFilterTest::tell);
        HttpContext broken = server.createContext("/broken", exchange -> {
            throw new IOException("no stock");
        });
        for (HttpContext context : List.of(fine, broken)) {
            context.getFilters().addAll(List.of(new Beginning(afterwards), correlation));
        }
        Correlation.addListener(pairs);
        try {
            HttpResponse<String> answer = post("/fine", "Correlation-Id", "abcd");
            assertThatThrownBy(() -> post("/broken", "Correlation-Id", "abcd")).isInstanceOf(IOException.class);

            assertThat(replaced).contains("began " + header(answer, "Correlation-Id"));
            assertThat(afterwards.poll(2, TimeUnit.MINUTES)).isEqualTo("began null");
            assertThat(afterwards.poll(2, TimeUnit.MINUTES)).isEqualTo("began null");
        } finally {
            Correlation.removeListener(pairs);
        }
    }

    /** Begins work, and notes what is current behind the other filters, and after its own end. */
    private static final class Beginning extends Filter {

        private final BlockingQueue<String> afterwards;

        Beginning(BlockingQueue<String> afterwards) {
            this.afterwards = afterwards;
        }

        @Override
        public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
            Correlation.Scope began = Correlation.open(CorrelationId.parse("began"));
            try {
                chain.doFilter(exchange);
            } finally {
                String behind = String.valueOf(MDC.get(Correlation.MDC_KEY));
                began.close();
                afterwards.add(behind + " " + MDC.get(Correlation.MDC_KEY));
            }
        }

        @Override
        public String description() {
            return "begins work";
        }
    }

    @Test
    @Tag("CO-10")
    void hostileCorrelationId_isReplaced() throws Exception {
        HttpResponse<String> answer = post("/", "Correlation-Id", "a b;c=<script>");
        assertThat(header(answer, "Correlation-Id")).matches("[A-Za-z0-9_-]+");
        assertThat(answer.body()).doesNotContain("script");
    }
}
