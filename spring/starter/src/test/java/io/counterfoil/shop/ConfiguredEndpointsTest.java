package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.request.KeyLifetime;
import io.counterfoil.http.request.KeyScope;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.actuate.ActuatorView;
import io.counterfoil.springboot.endpoint.EndpointsCustomizer;
import io.counterfoil.springboot.settings.EndpointSettings;
import io.counterfoil.springboot.settings.PolicyCustomizer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** The same without annotations: by configuration and by code, below a context path and a servlet path. */
@Timeout(600)
class ConfiguredEndpointsTest {

    @RestController
    static class Plain {

        private final Sales sales;

        Plain(Sales sales) {
            this.sales = sales;
        }

        @PostMapping("/v1/{kind}")
        String post(@PathVariable String kind) {
            return kind + " " + sales.sell(kind);
        }

        @PostMapping("/v1/annotated")
        @Idempotent(keyRequired = true)
        String annotated() {
            return "annotated";
        }

        @PostMapping("/v1/special/short")
        String shorter() {
            return "short";
        }

        @PostMapping("/v3/plain")
        String plain() {
            return "plain";
        }

        @PutMapping("/v1/things/{id}")
        String put(@PathVariable String id) {
            return "put " + sales.sell("put");
        }

        @PostMapping("/files/**")
        String files() {
            return "files " + sales.sell("files");
        }

        @PostMapping("/v2/missing")
        String missing() {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "no such thing");
        }

        @PostMapping("/v2/coded")
        String coded() {
            return "coded " + sales.sell("coded");
        }
    }

    static class Code {

        @Bean
        EndpointsCustomizer coded() {
            return endpoints -> endpoints
                    .at("/v2/**", EndpointSettings.NONE.withRetention(records -> records.withNamed(Retention.FOREVER)))
                    .at(
                            "/route/**",
                            EndpointSettings.NONE.withMethods(Set.of("POST")).withKey(keys -> keys.withRequired(true)))
                    .at(
                            "/named",
                            EndpointSettings.NONE,
                            policies -> policies.withHttp(
                                    policy -> policy.withKey(keys -> keys.withScope(KeyScope.named("coded")))))
                    .at(
                            "/v1/special/short",
                            EndpointSettings.NONE,
                            policies -> policies.withHttp(policy -> policy.withKey(keys -> keys.withMaxBytes(36))))
                    .at(
                            "/v1/aged",
                            EndpointSettings.NONE.withRetention(
                                    records -> records.withNamed(Retention.of(Duration.ofDays(2)))),
                            policies -> policies.withHttp(policy ->
                                    policy.withKey(keys -> keys.withLifetime(KeyLifetime.of(Duration.ofMinutes(50))))))
                    .leave("/left");
        }

        @Bean
        PolicyCustomizer shorterKeys() {
            return policies -> policies.withHttp(policy -> policy.withKey(keys -> keys.withMaxBytes(100)));
        }

        @Bean
        RouterFunction<ServerResponse> routes() {
            return RouterFunctions.route()
                    .POST("/route/one", request -> ServerResponse.ok().body("routed"))
                    .POST("/named", request -> ServerResponse.ok().body("named"))
                    .POST("/left", request -> ServerResponse.ok().body("left"))
                    .POST("/rest", request -> ServerResponse.ok().body("rest"))
                    .build();
        }
    }

    private static Shop shop;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        shop = Shop.open(
                List.of(Plain.class, Code.class, Sales.class),
                "--server.servlet.context-path=/ctx",
                "--spring.mvc.servlet.path=/api",
                "--management.endpoints.access.default=read-only",
                "--management.endpoints.web.exposure.include=counterfoil",
                "--counterfoil.endpoints[0].path=/v1/**",
                "--counterfoil.endpoints[0].retention.named=3d",
                "--counterfoil.endpoints[1].path=/v1/special",
                "--counterfoil.endpoints[1].key.required=true",
                "--counterfoil.endpoints[2].path=/v1/exempt",
                "--counterfoil.endpoints[2].enabled=false",
                "--counterfoil.endpoints[4].path=/files/{name}",
                "--counterfoil.endpoints[4].enabled=false",
                "--counterfoil.endpoints[3].path=/v1/things/{key}",
                "--counterfoil.endpoints[3].methods=PUT",
                "--counterfoil.endpoints[3].key.in=path:key");
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    private static HttpResponse<String> post(String path, String key) throws Exception {
        return shop.post("/ctx/api" + path, key, "");
    }

    @Test
    @Tag("RQ-4")
    void actuator_showsEachSetting_withWhereItIsFrom() {
        assertThat(ActuatorView.state(shop::bean))
                .contains(
                        "{method=POST, path=/v2/missing, guarded=true,"
                                + " settings={retention.named={value=never, source=the EndpointsCustomizer coded}}}",
                        "{method=POST, path=/v1/annotated, guarded=true,"
                                + " settings={key.required={value=true, source=@Idempotent on Plain.annotated()},"
                                + " retention.named={value=3d, source=counterfoil.endpoints[0]}}}",
                        "{method=POST, path=/v1/special, guarded=true,"
                                + " settings={key.required={value=true, source=counterfoil.endpoints[1]}}}",
                        "{method=POST, path=/v1/aged, guarded=true,"
                                + " settings={retention.named={value=2d, source=the EndpointsCustomizer coded}}}",
                        "{method=POST, path=/v1/exempt, guarded=false, settings={}}")
                .doesNotContain("path=/v3/plain");
    }

    private String daysKept() {
        return shop.record("(expires_at - received_at) / 86400000000", key);
    }

    @Test
    @Tag("RQ-4")
    void patternOfTheConfiguration_speaksForAllHandlersUnderIt() throws Exception {
        post("/v1/plain", key);

        assertThat(daysKept()).isEqualTo("3");
    }

    @Test
    @Tag("RQ-2")
    void narrowerPattern_withinAHandler_aloneDecidesTheSettings() throws Exception {
        assertThat(shop.send("POST", "/ctx/api/v1/special", "").statusCode()).isEqualTo(400);
        assertThat(shop.send("POST", "/ctx/api/v1/plain", "").statusCode()).isEqualTo(200);
        post("/v1/special", key);
        assertThat(daysKept()).isEqualTo("1");
    }

    @Test
    @Tag("RQ-2")
    @Tag("RQ-15")
    void limitOfKeys_isThatOfTheEndpoint_andElsewhereThatOfAll() throws Exception {
        assertThat(post("/v1/special/short", key).statusCode()).isEqualTo(200);
        assertTooLong(post("/v1/special/short", key + "k"), 36, "Idempotency-Key");
        assertThat(post("/v1/plain", key + "k".repeat(64)).statusCode()).isEqualTo(200);
        assertTooLong(post("/v1/plain", key + "k".repeat(65)), 100, "Idempotency-Key");
        assertTooLong(shop.send("PUT", "/ctx/api/v1/things/" + "k".repeat(101), ""), 100, "key");
    }

    private static void assertTooLong(HttpResponse<String> response, int limit, String field) {
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body())
                .contains("\"field\":\"" + field + '"', field + " longer than " + limit + " bytes of UTF-8");
    }

    @Test
    @Tag("RQ-18")
    void lifetimeOfKeys_isThatOfTheEndpoint() throws Exception {
        String old = "019b7cc6-6b88-7abc-8123-456789abcdef";

        HttpResponse<String> refused = post("/v1/aged", old);
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("urn:counterfoil:problem:key-expired", "PT50M");
        assertThat(shop.records(old)).isZero();
        assertThat(post("/v1/aged", UuidV7.next().toString()).statusCode()).isEqualTo(200);
        assertThat(post("/v1/aged", key).statusCode()).as("of version 4").isEqualTo(400);
        assertThat(post("/v1/plain", old).statusCode()).isEqualTo(200);
    }

    @Test
    void pathThatIsNotEnabled_passesUntouched() throws Exception {
        post("/v1/exempt", key);

        assertThat(Shop.isGuarded(post("/v1/exempt", key))).isFalse();
        assertThat(shop.records(key)).isZero();
    }

    @Test
    void patternOfOneSegment_doesNotSpeakForDeeperPaths() throws Exception {
        assertThat(Shop.isGuarded(post("/files/a", key))).isFalse();
        assertThat(Shop.isGuarded(post("/files/a/b", key))).isTrue();
    }

    @Test
    @Tag("RQ-1")
    void keyInThePath_isFound_behindContextAndServletPath() throws Exception {
        HttpResponse<String> first = shop.send("PUT", "/ctx/api/v1/things/" + key, "");
        HttpResponse<String> second = shop.send("PUT", "/ctx/api/v1/things/" + key, "");

        assertThat(Shop.isReplay(first)).isFalse();
        assertThat(Shop.isReplay(second)).isTrue();
        assertThat(shop.records(key)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-4")
    void code_speaksLikeConfiguration() throws Exception {
        post("/v2/coded", key);

        assertThat(shop.record("expires_at", key)).isEqualTo(Long.toString(Long.MAX_VALUE));
    }

    @Test
    @Tag("RQ-5")
    void ruleOfTheApplicationsOwn_isTakenFromCode() throws Exception {
        post("/named", key);

        assertThat(shop.record("operation", key)).isEqualTo("coded");
    }

    @Test
    @Tag("RQ-2")
    void routesThatAreNoHandlerMethods_areGuardedToo() throws Exception {
        assertThat(shop.send("POST", "/ctx/api/route/one", "").statusCode()).isEqualTo(400);
        post("/route/one", key);
        assertThat(Shop.isReplay(post("/route/one", key))).isTrue();
        assertThat(Shop.isGuarded(post("/rest", key))).isTrue();
        assertThat(Shop.isGuarded(post("/left", key))).isFalse();
    }

    @Test
    @Tag("RQ-7")
    void sendError_rendersTheApplicationsPage_andIsReplayed() throws Exception {
        HttpResponse<String> first = post("/v2/missing", key);
        HttpResponse<String> second = post("/v2/missing", key);

        assertThat(first.statusCode()).isEqualTo(404);
        assertThat(first.body()).contains("\"status\":404", "\"path\":\"/ctx/api/v2/missing\"");
        assertThat(Shop.isReplay(second)).isTrue();
        assertThat(second.body()).isEqualTo(first.body());
    }

    @Test
    @Tag("RQ-19")
    void otherWaysOfWritingAPath_meetTheSameSettings() throws Exception {
        assertThat(shop.send("POST", "/ctx/api/v1/%73pecial", "").statusCode()).isEqualTo(400);
        assertThat(shop.send("POST", "/ctx/api/v1/special;a=b", "").statusCode())
                .isEqualTo(400);
    }
}
