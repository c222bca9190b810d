package io.counterfoil.shop;

import io.counterfoil.idempotency.IdempotencyPolicy.OnMismatch;
import io.counterfoil.springboot.FingerprintOf;
import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.NotIdempotent;
import io.counterfoil.springboot.ScopeBy;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** One endpoint for each thing that can be said; each answers how often it ran. */
@RestController
@RequestMapping("/shop")
@Idempotent(retention = "7d", anonymousRetention = "2h")
class ShopController {

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
    @Idempotent(keyHeaders = "X-Request-Key")
    String alias() {
        return sell("alias");
    }

    @PutMapping("/orders/{key}")
    @Idempotent(keyPathVariable = "key")
    String put(@PathVariable String key) {
        return sell("put");
    }

    @PutMapping("/orders/unguarded")
    String unguardedPut() {
        return sell("unguarded");
    }

    @DeleteMapping("/orders")
    @Idempotent(keyQueryParameter = "key")
    String delete(@RequestParam String key) {
        return sell("delete");
    }

    @PostMapping("/body")
    @Idempotent(keyBodyField = "idempotency_key", keyRequired = true, fingerprint = FingerprintOf.JSON)
    String body(@RequestBody String body) {
        return sell("body");
    }

    @PostMapping("/json")
    @Idempotent(fingerprint = FingerprintOf.JSON_AND_QUERY, fingerprintHeaders = "X-Unit")
    String json(@RequestBody String body) {
        return sell("json");
    }

    @PostMapping("/nothing")
    @Idempotent(fingerprint = FingerprintOf.NOTHING)
    String nothing() {
        return sell("nothing");
    }

    @PostMapping("/silent")
    @Idempotent(onMismatch = OnMismatch.REPLAY)
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
    @Idempotent(
            remember = 503,
            forget = {200, 404})
    ResponseEntity<String> status(@PathVariable int status) {
        return ResponseEntity.status(status).body(status + " " + runs.incrementAndGet());
    }

    @PostMapping("/refusal")
    @Idempotent(rememberRefusals = false)
    ResponseEntity<String> refusal() {
        return ResponseEntity.badRequest().body("refusal " + runs.incrementAndGet());
    }

    @PostMapping("/fields")
    @Idempotent(keepFields = "Set-Cookie", dropFields = "X-Trace")
    ResponseEntity<String> fields() {
        return ResponseEntity.ok()
                .header(HttpHeaders.SET_COOKIE, "a=" + runs.incrementAndGet())
                .header("X-Trace", "t")
                .body("fields");
    }

    @PostMapping("/limits")
    @Idempotent(maxBody = "10B", maxStored = "100B")
    String limits(@RequestBody(required = false) String body) {
        return "x".repeat(200);
    }

    @PostMapping("/lease")
    @Idempotent(mode = Mode.LEASE, leaseDuration = "10s")
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
