package io.counterfoil.operated;

import io.counterfoil.application.TestApplication;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LeaseStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.core.env.Environment;

/** The shop on a free port, and on a database of its own. */
final class RunningShop extends TestApplication {

    private RunningShop(String... properties) {
        super(
                databaseWith("CREATE TABLE ordered (thing text NOT NULL)"),
                List.of(Shop.class),
                Map.of(
                        "spring.datasource.hikari.maximum-pool-size",
                        "3",
                        "counterfoil.limits.wait-time",
                        "0s",
                        // A machine may be busy for longer than the default allows.
                        "counterfoil.management.health-timeout",
                        "5m"),
                properties);
    }

    static RunningShop open(String... properties) {
        return new RunningShop(properties);
    }

    long ordered(String thing) {
        return count("ordered", "thing", thing);
    }

    /** What a process leaves that dies while it orders: a lease that has run out. */
    void dieOrdering(String requestId, String thing) {
        IdempotencyKey key =
                new IdempotencyKey(ClientId.ANONYMOUS, new OperationName("POST /orders"), new RequestId(requestId));
        Fingerprint contents = Fingerprint.of(thing.getBytes(StandardCharsets.UTF_8));
        bean(LeaseStore.class).lease(new KeyedRequest(key, contents, Optional.empty()), Duration.ofMinutes(5), false);
        jdbc().sql("UPDATE counterfoil_record SET leased_until = leased_until - 300000000 WHERE request_id = ?")
                .param(requestId)
                .update();
    }

    HttpResponse<String> order(String requestId, String thing) throws IOException, InterruptedException {
        return send("POST", "/orders", thing, "Idempotency-Key", requestId);
    }

    /** To the port of the actuator. */
    HttpResponse<String> setLogLevel(String level) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + bean(Environment.class).getRequiredProperty("local.management.port")
                + "/actuator/loggers/some.logger");
        return sendTo(uri, "POST", "{\"configuredLevel\": \"" + level + "\"}", "Content-Type", "application/json");
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send("GET", path, "");
    }

    /** As this user, whose password is the same; as nobody where it is empty. */
    HttpResponse<String> as(String user, String method, String path, String json)
            throws IOException, InterruptedException {
        List<String> headers =
                new ArrayList<>(List.of("Content-Type", "application/json", "Correlation-Id", "shift-7"));
        if (!user.isEmpty()) {
            String basic = Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8));
            headers.addAll(List.of("Authorization", "Basic " + basic));
        }
        return send(method, path, json, headers.toArray(String[]::new));
    }
}
