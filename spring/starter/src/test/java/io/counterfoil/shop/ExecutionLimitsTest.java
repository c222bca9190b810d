package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.springboot.OncePerKey;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The limit of an execution, as PostgreSQL has it while the handler runs. */
@Tag("RQ-13")
@Timeout(600)
class ExecutionLimitsTest {

    @RestController
    static class Limited {

        private final JdbcClient jdbc;
        private final Checks limited;
        private final AtomicInteger calls = new AtomicInteger();

        Limited(JdbcClient jdbc, Checks limited) {
            this.jdbc = jdbc;
            this.limited = limited;
        }

        @PostMapping({"/default", "/configured"})
        String limit() {
            return ExecutionLimitsTest.limit(jdbc);
        }

        @PostMapping("/slow")
        String slow() {
            if (calls.incrementAndGet() == 1) {
                jdbc.sql("SELECT pg_sleep(600)").query((row, number) -> "").single();
            }
            return "call " + calls.get();
        }

        @PostMapping("/coded")
        String coded() {
            return ExecutionLimitsTest.limit(jdbc);
        }

        @PostMapping("/method")
        String method() {
            return limited.limit(UUID.randomUUID().toString());
        }
    }

    static class Checks {

        private final JdbcClient jdbc;

        Checks(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @OncePerKey(key = "#key", executionTime = "30s")
        public String limit(String key) {
            return ExecutionLimitsTest.limit(jdbc);
        }
    }

    private static String limit(JdbcClient jdbc) {
        return jdbc.sql("SHOW transaction_timeout").query(String.class).single();
    }

    @Test
    void executionLimit_isThatOfTheMethodEndpointOrApplication() throws Exception {
        try (Shop shop = Shop.open(
                List.of(Limited.class, Checks.class),
                "--counterfoil.limits.execution-time=1m",
                "--counterfoil.endpoints[0].path=/configured",
                "--counterfoil.endpoints[0].limits.execution-time=90s",
                "--counterfoil.endpoints[1].path=/coded",
                "--counterfoil.endpoints[1].limits.execution-time=2m")) {
            assertThat(shop.post("/default", "default", "").body()).isEqualTo("1min");
            assertThat(shop.post("/configured", "configured", "").body()).isEqualTo("90s");
            assertThat(shop.post("/coded", "coded", "").body()).isEqualTo("2min");
            assertThat(shop.post("/method", "a", "").body())
                    .as("a part of a request, under the shorter limit")
                    .isEqualTo("30s");
        }
    }

    @Test
    void execution_pastItsLimit_failsAndTheRetryExecutes() throws Exception {
        try (Shop shop = Shop.open(
                List.of(Limited.class, Checks.class),
                "--counterfoil.endpoints[0].path=/slow",
                "--counterfoil.endpoints[0].limits.execution-time=1s")) {
            assertThat(shop.post("/slow", "a", "").statusCode()).isEqualTo(500);
            // The limit holds for the retries too, one of which a busy machine may keep from its end in time.
            await("a retry within the limit")
                    .atMost(TestThreads.LIMIT)
                    .pollDelay(Duration.ZERO)
                    .until(() -> shop.post("/slow", "a", "").body(), body -> body.matches("call \\d+"));
        }
    }

    @Test
    void execution_isNotLimited_whereNothingIsSaid() throws Exception {
        try (Shop shop = Shop.open(List.of(Limited.class, Checks.class))) {
            assertThat(shop.post("/default", "default", "").body()).isEqualTo("0");
        }
    }
}
