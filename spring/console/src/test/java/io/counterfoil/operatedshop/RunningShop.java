package io.counterfoil.operatedshop;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.operatedapplication.OperatedApplication;
import io.counterfoil.operatedapplication.SecuredApplication;
import io.counterfoil.testkit.database.Database;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** The shop, running, and what its customers do. */
final class RunningShop extends OperatedApplication {

    private static final Duration RUN_OUT = Duration.ofMinutes(5);

    private final JdbcClient jdbc;

    private RunningShop(Database database, List<Class<?>> sources, String... properties) {
        super(database, sources, all(properties));
        jdbc = JdbcClient.create(database.dataSource());
        jdbc.sql("CREATE TABLE ordered (thing varchar(200) NOT NULL)").update();
    }

    private static List<String> all(String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "--spring.application.name=shop",
                "--counterfoil.mode=lease",
                "--counterfoil.client=header",
                "--counterfoil.limits.wait-time=0s"));
        all.addAll(List.of(properties));
        return all;
    }

    /** Behind Spring Security. */
    static RunningShop secured(Database database, String... properties) {
        return new RunningShop(database, List.of(Shop.class, SecuredApplication.class), properties);
    }

    /** Without any security. */
    static RunningShop open(Database database, String... properties) {
        return new RunningShop(database, List.of(Shop.class), properties);
    }

    /** Behind Spring Security, with a configuration of the application's own. */
    static RunningShop configured(Database database, Class<?> configuration, String... properties) {
        return new RunningShop(database, List.of(Shop.class, SecuredApplication.class, configuration), properties);
    }

    JdbcClient jdbc() {
        return jdbc;
    }

    static IdempotencyKey key(String requestId) {
        return new IdempotencyKey(ClientId.ANONYMOUS, new OperationName("POST /orders"), new RequestId(requestId));
    }

    /** What a process leaves that dies while it orders: a lease that has run out. */
    void dieOrdering(String requestId, String thing) {
        begin(requestId, thing);
        jdbc.sql("UPDATE counterfoil_record SET leased_until = leased_until - ? WHERE request_id = ?")
                .param(2 * RUN_OUT.toMillis() * 1000)
                .param(requestId)
                .update();
    }

    /** What the next owner of a lease that has run out does; whether it got the lease. */
    boolean takeOver(String requestId) {
        return bean(LeaseStore.class).takeOver(key(requestId), RUN_OUT).isPresent();
    }

    /** A lease that runs. */
    void begin(String requestId, String thing) {
        Fingerprint contents = Fingerprint.of(thing.getBytes(StandardCharsets.UTF_8));
        bean(LeaseStore.class).lease(new KeyedRequest(key(requestId), contents, Optional.empty()), RUN_OUT, false);
    }

    HttpResponse<String> order(String requestId, String thing, String... headers) throws Exception {
        List<String> all = new ArrayList<>(List.of("Content-Type", "text/plain", "Idempotency-Key", requestId));
        all.addAll(List.of(headers));
        return send("POST", "/orders", thing, all.toArray(String[]::new));
    }

    long ordered() {
        return jdbc.sql("SELECT count(*) FROM ordered").query(Long.class).single();
    }

    /** The token of a record, of which there is one. */
    String id(String user, String requestId) throws Exception {
        JsonNode records = json(user, "api/records?requestId=" + requestId).get("records");
        return records.get(0).get("id").asString();
    }

    /** As the page does it. */
    HttpResponse<String> decide(String user, String requestId, String json) throws Exception {
        return decideAs(user, requestId, json, "application/json");
    }

    /** The same with a body of this type. */
    HttpResponse<String> decideAs(String user, String requestId, String json, String type) throws Exception {
        return act(user, "api/records/" + id(user, requestId) + "/decision", json, type);
    }

    /** The same about a record whose token is known: a record that was released is not listed any more. */
    HttpResponse<String> decideAbout(String user, String id, String json) throws Exception {
        return act(user, "api/records/" + id + "/decision", json);
    }
}
