package io.counterfoil.operatedshop;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.testkit.database.Database;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The shop on a free port and a database, and what a browser would ask of its console. */
final class RunningShop implements AutoCloseable {

    private static final Duration RUN_OUT = Duration.ofMinutes(5);

    private final ConfigurableApplicationContext context;
    private final JdbcClient jdbc;
    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    private RunningShop(Database database, List<Class<?>> sources, String... properties) {
        jdbc = JdbcClient.create(database.dataSource());
        jdbc.sql("CREATE TABLE ordered (thing varchar(200) NOT NULL)").update();
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.application.name=shop",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--counterfoil.mode=lease",
                "--counterfoil.client=header"));
        arguments.addAll(List.of(properties));
        SpringApplication application = new SpringApplication(sources.toArray(Class<?>[]::new));
        application.setRegisterShutdownHook(false);
        application.setDefaultProperties(Map.of(
                "logging.level.root", "ERROR",
                "spring.datasource.hikari.minimum-idle", "1",
                "counterfoil.limits.wait-time", "0s",
                "counterfoil.purge.interval", "1h"));
        context = application.run(arguments.toArray(String[]::new));
    }

    /** Behind Spring Security. */
    static RunningShop secured(Database database, String... properties) {
        return new RunningShop(database, List.of(Shop.class, SecuredShop.class), properties);
    }

    /** Without any security. */
    static RunningShop open(Database database, String... properties) {
        return new RunningShop(database, List.of(Shop.class), properties);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
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

    /** A read below {@code /counterfoil/} by this user, whose password is the same; by nobody where it is empty; or of a whole path. */
    HttpResponse<String> get(String user, String path) throws Exception {
        return send("GET", path.startsWith("/") ? path : "/counterfoil/" + path, "", authorization(user));
    }

    JsonNode json(String user, String path) throws Exception {
        HttpResponse<String> response = get(user, path);
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
        return read(response);
    }

    static JsonNode read(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    /** The token of a record, of which there is one. */
    String id(String user, String requestId) throws Exception {
        JsonNode records = json(user, "api/records?requestId=" + requestId).get("records");
        return records.get(0).get("id").asString();
    }

    /** As the page does it: with the token of Spring Security, where there is one. */
    HttpResponse<String> decide(String user, String requestId, String json) throws Exception {
        String id = id(user, requestId);
        List<String> headers =
                new ArrayList<>(List.of("Content-Type", "application/json", "Counterfoil-Console", "action"));
        JsonNode csrf = json(user, "api/session").path("csrf");
        if (!csrf.isMissingNode()) {
            headers.addAll(
                    List.of(csrf.get("header").asString(), csrf.get("token").asString()));
        }
        return post(user, "api/records/" + id + "/decision", json, headers.toArray(String[]::new));
    }

    /** An action with these header fields alone. */
    HttpResponse<String> post(String user, String path, String body, String... headers) throws Exception {
        List<String> all = new ArrayList<>(List.of(headers));
        all.addAll(List.of(authorization(user)));
        return send("POST", "/counterfoil/" + path, body, all.toArray(String[]::new));
    }

    private static String[] authorization(String user) {
        if (user.isEmpty()) {
            return new String[0];
        }
        String basic = Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8));
        return new String[] {"Authorization", "Basic " + basic};
    }

    private HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        URI uri = URI.create(
                "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port") + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).method(method, BodyPublishers.ofString(body));
        return browser.send(
                (headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        context.close();
    }
}
