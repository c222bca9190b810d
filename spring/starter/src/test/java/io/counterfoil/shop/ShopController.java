package io.counterfoil.shop;

import io.counterfoil.http.response.ResponseKind;
import io.counterfoil.idempotency.policy.OnMismatch;
import io.counterfoil.springboot.FingerprintOf;
import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.NotIdempotent;
import io.counterfoil.springboot.ScopeBy;
import io.counterfoil.springboot.endpoint.EndpointsCustomizer;
import io.counterfoil.springboot.settings.EndpointSettings;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** One endpoint for each setting; each answers how often it ran. */
@RestController
@RequestMapping("/shop")
@Idempotent(retention = "7d")
class ShopController {

    /** What annotations do not say. */
    static final String[] SETTINGS = {
        "--counterfoil.endpoints[0].path=/shop/lease",
        "--counterfoil.endpoints[0].methods=POST",
        "--counterfoil.endpoints[0].lease.duration=10s"
    };

    /** What neither annotations nor properties say. */
    static class Code {

        @Bean
        EndpointsCustomizer settings() {
            return endpoints -> endpoints
                    .at(
                            "/shop/json",
                            EndpointSettings.NONE,
                            policies -> policies.withHttp(policy -> policy.withFingerprinting(
                                    policy.fingerprinting().andHeaders("x-unit"))))
                    .at(
                            "/shop/silent",
                            EndpointSettings.NONE,
                            policies -> policies.withIdempotency(policy ->
                                    policy.withDuplicates(duplicates -> duplicates.withOnMismatch(OnMismatch.REPLAY))))
                    .at(
                            "/shop/status/{status}",
                            EndpointSettings.NONE,
                            policies -> policies.withHttp(policy ->
                                    policy.withResponses(responses -> responses.withClassifier(responses
                                            .classifier()
                                            .when(Set.of(503), ResponseKind.DONE)
                                            .when(Set.of(200, 404), ResponseKind.NOT_DONE)))))
                    .at(
                            "/shop/refusal",
                            EndpointSettings.NONE,
                            policies -> policies.withIdempotency(
                                    policy -> policy.withResults(results -> results.withRememberRefusals(false))))
                    .at(
                            "/shop/fields",
                            EndpointSettings.NONE,
                            policies -> policies.withHttp(
                                    policy -> policy.withResponses(responses -> responses.withStoredFields(responses
                                            .storedFields()
                                            .with("Set-Cookie")
                                            .without("X-Trace")))))
                    .at(
                            "/shop/limits",
                            EndpointSettings.NONE.withLimits(limits -> limits.withBodySize(DataSize.ofBytes(10))),
                            policies -> policies.withIdempotency(
                                    policy -> policy.withResults(results -> results.withMaxBytes(100))));
        }
    }

    private final Sales sales;
    private final AtomicInteger runs = new AtomicInteger();

    ShopController(Sales sales) {
        this.sales = sales;
    }

    private String sell(String item) {
        return item + " " + sales.sell(item);
    }

    @PostMapping("/plain")
    String plain() {
        return sell("plain");
    }

    @PostMapping("/required")
    @Idempotent(keyRequired = true, retention = "never")
    String required() {
        return sell("required");
    }

    @PostMapping("/alias")
    @Idempotent(keyIn = "header:X-Request-Key")
    String alias() {
        return sell("alias");
    }

    @PutMapping("/orders/{key}")
    @Idempotent(keyIn = "path:key")
    String put(@PathVariable String key) {
        return sell("put");
    }

    @PutMapping("/orders/unguarded")
    String unguardedPut() {
        return sell("unguarded");
    }

    @DeleteMapping("/orders")
    @Idempotent(keyIn = "query:key")
    String delete(@RequestParam String key) {
        return sell("delete");
    }

    @PostMapping("/body")
    @Idempotent(keyIn = "body:idempotency_key", keyRequired = true, fingerprint = FingerprintOf.JSON)
    String body(@RequestBody String body) {
        return sell("body");
    }

    @PostMapping("/json")
    @Idempotent(fingerprint = FingerprintOf.JSON_AND_QUERY)
    String json(@RequestBody String body) {
        return sell("json");
    }

    @PostMapping("/nothing")
    @Idempotent(fingerprint = FingerprintOf.NOTHING)
    String nothing() {
        return sell("nothing");
    }

    @PostMapping("/silent")
    String silent() {
        return sell("silent");
    }

    @PostMapping({"/named/one", "/named/two"})
    @Idempotent(operation = "named")
    String named() {
        return sell("named");
    }

    @PostMapping("/query")
    @Idempotent(scope = ScopeBy.PATH_AND_QUERY)
    String query() {
        return sell("query");
    }

    @PostMapping("/status/{status}")
    ResponseEntity<String> status(@PathVariable int status) {
        return ResponseEntity.status(status).body(status + " " + runs.incrementAndGet());
    }

    @PostMapping("/refusal")
    ResponseEntity<String> refusal() {
        return ResponseEntity.badRequest().body("refusal " + runs.incrementAndGet());
    }

    @PostMapping("/fields")
    ResponseEntity<String> fields() {
        return ResponseEntity.ok()
                .header(HttpHeaders.SET_COOKIE, "a=" + runs.incrementAndGet())
                .header("X-Trace", "t")
                .body("fields");
    }

    @PostMapping("/limits")
    String limits(@RequestBody(required = false) String body) {
        return "x".repeat(200);
    }

    @PostMapping("/lease")
    @Idempotent(mode = Mode.LEASE)
    ResponseEntity<String> lease() {
        return ResponseEntity.status(502).body(sell("lease"));
    }

    @PostMapping("/exempt")
    @NotIdempotent
    String exempt() {
        return sell("exempt");
    }

    @GetMapping("/plain")
    String get() {
        return "got " + runs.incrementAndGet();
    }
}
