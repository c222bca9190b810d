package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.servlet.CorrelationFilter;
import io.counterfoil.springboot.Idempotent;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Which correlation ID requests run under that come with one and the same. */
@Tag("CO-1")
@Timeout(600)
class RequestIdsTest {

    @RestController
    static class Orders {

        @Idempotent
        @PostMapping("/orders")
        String order() {
            return "ordered";
        }

        @GetMapping("/work")
        String work() {
            return MDC.get(Correlation.MDC_KEY);
        }
    }

    private static String id(HttpResponse<String> response) {
        return response.headers().firstValue("Correlation-Id").orElseThrow();
    }

    @Test
    void executionAndReplay_runUnderAnExtensionEach() throws Exception {
        try (Shop shop = Shop.open(List.of(Orders.class))) {
            String key = UUID.randomUUID().toString();
            HttpResponse<String> executed = shop.post("/orders", key, "", "Correlation-Id", "abcd.1");
            HttpResponse<String> replayed = shop.post("/orders", key, "", "Correlation-Id", "abcd.1");
            HttpResponse<String> work = shop.send("GET", "/work", "", "Correlation-Id", "abcd.1");

            assertThat(Shop.isReplay(replayed)).isTrue();
            assertThat(List.of(id(executed), id(replayed), id(work)))
                    .doesNotHaveDuplicates()
                    .allMatch(id -> id.matches("abcd\\.1\\.[A-Za-z0-9_-]{4}"));
            assertThat(work.body()).isEqualTo(id(work));
        }
    }

    static class Verbatim {

        @Bean
        CorrelationFilter correlationIds(HttpPolicy policy) {
            return new CorrelationFilter(policy.names()).withVerbatimIds();
        }
    }

    @Test
    void withVerbatimIds_requestsRunUnderTheIdThatTheyComeWith() throws Exception {
        try (Shop shop = Shop.open(List.of(Orders.class, Verbatim.class))) {
            for (int i = 0; i < 2; i++) {
                HttpResponse<String> work = shop.send("GET", "/work", "", "Correlation-Id", "abcd.1");

                assertThat(work.body()).isEqualTo("abcd.1");
                assertThat(id(work)).isEqualTo("abcd.1");
            }
        }
    }
}
