package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The starter and a data source, and nothing else: a handler's own transactions take part. */
@Timeout(120)
class AutoConfigurationTest {

    private static final Database DATABASE = TestPostgres.freshDatabase();
    private static ConfigurableApplicationContext application;

    private final HttpClient client = HttpClient.newHttpClient();
    private final JdbcClient jdbc = JdbcClient.create(DATABASE.dataSource());
    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        JdbcClient.create(DATABASE.dataSource())
                .sql("CREATE TABLE booking (id bigint GENERATED ALWAYS AS IDENTITY)")
                .update();
        application = run();
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static ConfigurableApplicationContext run(String... properties) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + DATABASE.jdbcUrl(),
                "--spring.datasource.username=" + DATABASE.user(),
                "--spring.datasource.password=" + DATABASE.password(),
                "--logging.level.root=ERROR"));
        arguments.addAll(List.of(properties));
        return new SpringApplication(SampleApplication.class).run(arguments.toArray(String[]::new));
    }

    @BeforeEach
    void emptyTable() {
        jdbc.sql("TRUNCATE booking").update();
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-13")
    void transactionalHandler_takesEffectOnce() throws Exception {
        HttpResponse<String> first = post("/book", key, "shop");
        HttpResponse<String> second = post("/book", key, "shop");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body()).isEqualTo("shop booked 1");
        assertThat(second.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(bookings()).isEqualTo(1);
    }

    @Test
    @Tag("RQ-14")
    void refusalThatRolledBack_isPassedOn_andNotRemembered() throws Exception {
        HttpResponse<String> first = post("/refuse", key, "shop");
        HttpResponse<String> second = post("/refuse", key, "shop");

        assertThat(first.statusCode()).isEqualTo(400);
        assertThat(first.body()).isEqualTo("no such seat");
        assertThat(first.headers().firstValue("Idempotency-Replayed")).contains("false");
        assertThat(second.headers().firstValue("Idempotency-Replayed")).contains("false");
        assertThat(bookings()).isZero();
    }

    @Test
    @Tag("RQ-13")
    void successThatRolledBack_isNotToldAsOne() throws Exception {
        HttpResponse<String> answer = post("/swallow", key, "shop");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body())
                .contains("urn:counterfoil:problem:rolled-back")
                .doesNotContain("pretends");
        assertThat(bookings()).isZero();
    }

    @Test
    @Tag("RQ-14")
    void serverError_rollsBackItsWork() throws Exception {
        assertThat(post("/fail", key, "shop").statusCode()).isEqualTo(502);
        assertThat(bookings()).isZero();
    }

    @Test
    @Tag("RQ-5")
    @Tag("RQ-16")
    void clientsDoNotMeet() throws Exception {
        assertThat(post("/book", key, "one").body()).isEqualTo("one booked 1");
        assertThat(post("/book", key, "two").body()).isEqualTo("two booked 2");
    }

    @Test
    @Tag("RQ-5")
    void userAgentAsIdentity_failsAtStartUp_andSaysWhy() {
        assertThatThrownBy(() -> run("--counterfoil.client-header=User-Agent").close())
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .rootCause()
                .hasMessageContaining("User-Agent")
                .hasMessageContaining("no identity of a client");
    }

    @Test
    void settingOutOfRange_failsAtStartUp_byItsName() {
        assertThatThrownBy(() -> run("--counterfoil.purge.batch=0").close())
                .rootCause()
                .hasMessageContaining("counterfoil.purge.batch must be at least 1, not 0");
    }

    @Test
    @Tag("RQ-4")
    @Tag("RQ-17")
    void expiredRecords_arePurgedWhileTheServiceRuns() throws Exception {
        post("/book", key, "shop");
        jdbc.sql("UPDATE counterfoil_record SET expires_at = now() - interval '1 second' WHERE request_id = ?")
                .param(key)
                .update();
        try (ConfigurableApplicationContext other = run("--counterfoil.purge.interval=20ms")) {
            assertThat(other.isRunning()).isTrue();
            while (records(key) > 0) {
                Thread.onSpinWait();
            }
        }
        assertThat(records(key)).isZero();
    }

    @Test
    @Tag("RQ-6")
    void anonymousRecords_areKeptForTheirOwnTime() throws Exception {
        post("/book", key, null);
        String named = UUID.randomUUID().toString();
        post("/book", named, "shop");

        assertThat(hoursKept(key)).isEqualTo(1);
        assertThat(hoursKept(named)).isEqualTo(24);
    }

    private long hoursKept(String requestId) {
        return jdbc.sql(
                        "SELECT extract(epoch FROM expires_at - received_at) / 3600 FROM counterfoil_record WHERE request_id = ?")
                .param(requestId)
                .query(Long.class)
                .single();
    }

    private long records(String requestId) {
        return jdbc.sql("SELECT count(*) FROM counterfoil_record WHERE request_id = ?")
                .param(requestId)
                .query(Long.class)
                .single();
    }

    private long bookings() {
        return jdbc.sql("SELECT count(*) FROM booking").query(Long.class).single();
    }

    private HttpResponse<String> post(String path, String requestId, @Nullable String client)
            throws IOException, InterruptedException {
        String port = application.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Idempotency-Key", requestId)
                .POST(BodyPublishers.noBody());
        if (client != null) {
            request.header("X-Client-Name", client);
        }
        return this.client.send(request.build(), BodyHandlers.ofString());
    }
}
