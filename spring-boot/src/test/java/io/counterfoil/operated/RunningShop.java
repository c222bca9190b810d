package io.counterfoil.operated;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.Operation;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.io.IOException;
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
import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The shop on a free port, and on a database of its own. */
final class RunningShop implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final HttpClient client = HttpClient.newHttpClient();
    private final JdbcClient jdbc;

    private RunningShop(ConfigurableApplicationContext context, JdbcClient jdbc) {
        this.context = context;
        this.jdbc = jdbc;
    }

    static RunningShop open(String... properties) {
        Database database = TestPostgres.freshDatabase();
        JdbcClient jdbc = JdbcClient.create(database.dataSource());
        jdbc.sql("CREATE TABLE ordered (thing text NOT NULL)").update();
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--spring.datasource.hikari.maximum-pool-size=3",
                "--counterfoil.wait-limit=0s",
                "--logging.level.root=ERROR"));
        arguments.addAll(List.of(properties));
        SpringApplication application = new SpringApplication(Shop.class);
        application.setRegisterShutdownHook(false);
        return new RunningShop(application.run(arguments.toArray(String[]::new)), jdbc);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    JdbcClient jdbc() {
        return jdbc;
    }

    long ordered(String thing) {
        return jdbc.sql("SELECT count(*) FROM ordered WHERE thing = ?")
                .param(thing)
                .query(Long.class)
                .single();
    }

    /** What a process leaves that dies while it orders: a lease that has run out. */
    void dieOrdering(String requestId, String thing) {
        IdempotencyKey key =
                new IdempotencyKey(ClientId.ANONYMOUS, new Operation("POST /orders"), new RequestId(requestId));
        Fingerprint contents = Fingerprint.of(thing.getBytes(StandardCharsets.UTF_8));
        bean(LeaseStore.class).lease(new KeyedRequest(key, contents, Optional.empty()), Duration.ofMinutes(5), false);
        jdbc.sql("UPDATE counterfoil_record SET leased_until = leased_until - 300000000 WHERE request_id = ?")
                .param(requestId)
                .update();
    }

    HttpResponse<String> order(String requestId, String thing) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(uri("/orders"))
                        .header("Idempotency-Key", requestId)
                        .POST(BodyPublishers.ofString(thing))
                        .build(),
                BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    /** As this user, whose password is the same; as nobody where it is empty. */
    HttpResponse<String> as(String user, String method, String path, String json)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .header("Correlation-Id", "shift-7")
                .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json));
        if (!user.isEmpty()) {
            String basic = Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8));
            request.header("Authorization", "Basic " + basic);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create(
                "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port") + path);
    }

    @Override
    public void close() {
        context.close();
    }
}
