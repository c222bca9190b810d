package io.counterfoil.httpserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.http.message.HeaderNames;
import java.io.IOException;
import java.net.http.HttpResponse;
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
    void correlationId_comesInAndGoesOut() throws Exception {
        HttpResponse<String> given = post("/", "Correlation-Id", "abcd.1");
        assertThat(header(given, "Correlation-Id")).isEqualTo("abcd.1");
        assertThat(given.body()).isEqualTo("abcd.1 abcd.1");

        HttpResponse<String> fresh = post("/");
        String id = header(fresh, "Correlation-Id");
        assertThat(id).isNotEqualTo("abcd.1");
        assertThat(fresh.body()).isEqualTo(id + " " + id);
        assertThat(correlation.description()).isNotBlank();
    }

    @Test
    @Tag("CO-10")
    void hostileCorrelationId_isReplaced() throws Exception {
        HttpResponse<String> answer = post("/", "Correlation-Id", "a b;c=<script>");
        assertThat(header(answer, "Correlation-Id")).matches("[A-Za-z0-9_-]+");
        assertThat(answer.body()).doesNotContain("script");
    }
}
