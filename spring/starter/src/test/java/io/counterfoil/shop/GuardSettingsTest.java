package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.FirstClaim;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.jdbc.JdbcLeaseStore;
import io.counterfoil.servlet.IdempotencyFilter;
import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.NotIdempotent;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** Which requests are guarded at all: every one, the annotated ones, or none. */
@Timeout(600)
@ExtendWith(OutputCaptureExtension.class)
@Isolated("captures log lines, which the start of another application would switch off")
class GuardSettingsTest {

    private static final String ANNOTATED = "--counterfoil.guard=annotated";
    private static final String OFF = "--counterfoil.guard=none";

    private final String key = UUID.randomUUID().toString();

    @RestController
    static class Mixed {

        private final JdbcTemplate jdbc;

        Mixed(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        private String sell(String item) {
            jdbc.update("INSERT INTO sale VALUES (?)", item);
            return item;
        }

        @PostMapping("/plain")
        String plain() {
            return sell("plain");
        }

        @PostMapping("/configured")
        String configured() {
            return sell("configured");
        }

        @PostMapping("/annotated")
        @Idempotent
        String annotated() {
            return sell("annotated");
        }

        @PutMapping("/put")
        @Idempotent
        String put() {
            return sell("put");
        }

        @PostMapping("/later")
        Callable<String> later() {
            return () -> sell("later");
        }
    }

    @RestController
    @Idempotent
    static class OnTheClass {

        private final AtomicInteger calls = new AtomicInteger();

        @PostMapping("/class")
        String post() {
            return "call " + calls.incrementAndGet();
        }

        @PostMapping("/class/exempt")
        @NotIdempotent
        String exempt() {
            return "call " + calls.incrementAndGet();
        }
    }

    static class Routes {

        private final AtomicInteger calls = new AtomicInteger();

        @Bean
        RouterFunction<ServerResponse> route() {
            return RouterFunctions.route()
                    .POST("/route", request -> ServerResponse.ok().body("call " + calls.incrementAndGet()))
                    .build();
        }
    }

    private void twice(Shop shop, String method, String path) throws IOException, InterruptedException {
        for (int i = 0; i < 2; i++) {
            assertThat(shop.send(method, path, "", "Idempotency-Key", key).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    @Tag("RQ-7")
    void annotatedGuard_guardsWhatIsAnnotatedOrEnabled(CapturedOutput output) throws Exception {
        try (Shop shop = Shop.open(
                List.of(Mixed.class),
                ANNOTATED,
                "--counterfoil.endpoints[0].path=/configured",
                "--counterfoil.endpoints[0].enabled=true",
                "--counterfoil.endpoints[1].path=/plain",
                "--counterfoil.endpoints[1].retention.named=7d",
                "--logging.level.io.counterfoil=WARN")) {
            for (String path : List.of("plain", "configured", "annotated", "later")) {
                twice(shop, "POST", "/" + path);
            }
            twice(shop, "PUT", "/put");

            assertThat(shop.sales("plain")).isEqualTo(2);
            assertThat(shop.sales("later")).isEqualTo(2);
            assertThat(shop.sales("annotated")).isOne();
            assertThat(shop.sales("put")).isOne();
            assertThat(shop.sales("configured")).isOne();
        }
        assertThat(output)
                .contains("counterfoil.endpoints[1] has no effect, because nothing in /plain is guarded")
                .doesNotContain("counterfoil.endpoints[0] has no effect");
    }

    @Test
    @Tag("RQ-7")
    void annotatedGuard_guardsAnAnnotatedClass_andNoRoute() throws Exception {
        try (Shop shop = Shop.open(List.of(OnTheClass.class, Routes.class), ANNOTATED)) {
            assertThat(Shop.isGuarded(shop.post("/class", key, ""))).isTrue();
            assertThat(Shop.isReplay(shop.post("/class", key, ""))).isTrue();
            assertThat(Shop.isGuarded(shop.post("/class/exempt", key, ""))).isFalse();
            assertThat(Shop.isGuarded(shop.post("/route", key, ""))).isFalse();
            assertThat(shop.post("/route", key, "").body()).isEqualTo("call 2");
        }
    }

    @Test
    @Tag("RQ-7")
    void switchedOff_nothingIsGuarded_andTheEngineIsThere(CapturedOutput output) throws Exception {
        try (Shop shop = Shop.open(
                List.of(Mixed.class),
                OFF,
                "--logging.level.io.counterfoil=WARN",
                "--counterfoil.key.required=true",
                "--counterfoil.endpoints[0].path=/annotated",
                "--counterfoil.endpoints[0].enabled=false")) {
            twice(shop, "POST", "/annotated");

            assertThat(shop.sales("annotated")).isEqualTo(2);
            assertThat(Shop.isGuarded(shop.post("/annotated", key, ""))).isFalse();
            assertThat(shop.send("POST", "/plain", "").statusCode()).isEqualTo(200);
            assertThat(shop.has(Idempotency.class)).isTrue();
        }
        assertThat(output).contains("counterfoil.guard is none: requests are not deduplicated");
    }

    /** What the start failure on Spring Boot 3 advises: an engine of the application's own, beside Spring's transactions. */
    static class OwnFilter {

        @Bean
        FilterRegistrationBean<IdempotencyFilter> filter(DataSource dataSource) {
            // A database of these tests does not wait for the disk.
            LeasePolicy policy = LeasePolicy.DEFAULT.withFirstClaim(FirstClaim.TRUST_STORE);
            Idempotency engine = Idempotency.on(new JdbcLeaseStore(dataSource), policy);
            return new FilterRegistrationBean<>(new IdempotencyFilter(
                    Endpoints.all(new HttpIdempotency(engine, HttpPolicy.DEFAULT, ClientResolver.ANONYMOUS))));
        }
    }

    @RestController
    static class FailsLate {

        private final JdbcTemplate jdbc;

        FailsLate(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @PostMapping("/late")
        @Transactional
        public ResponseEntity<String> late() {
            jdbc.update("INSERT INTO sale VALUES ('late')");
            return ResponseEntity.status(503).body("");
        }
    }

    @Test
    @Tag("RQ-13")
    void ownFilterInLeaseMode_besideSpring_doublesNothing() throws Exception {
        try (Shop shop = Shop.open(List.of(OwnFilter.class, FailsLate.class), OFF)) {
            assertThat(shop.post("/late", key, "").statusCode()).isEqualTo(503);
            assertThat(shop.post("/late", key, "").statusCode()).isEqualTo(409);

            assertThat(shop.sales("late")).isOne();
        }
    }
}
