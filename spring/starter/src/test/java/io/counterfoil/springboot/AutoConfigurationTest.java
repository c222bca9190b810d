package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The starter and a data source, and nothing else: a handler's own transactions take part. */
@Timeout(600)
class AutoConfigurationTest {

    private static final Database DATABASE = TestPostgres.freshDatabase();
    private static RunningApplication application;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        RunningApplication.createBookings(DATABASE);
        JdbcSchema.create(DATABASE.dataSource());
        application = run("--counterfoil.purge.interval=200ms");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    /** It takes the tables as they are. */
    private static RunningApplication run(String... properties) {
        return RunningApplication.start(
                DATABASE,
                Stream.concat(Stream.of("--counterfoil.create-table=false"), Stream.of(properties))
                        .toArray(String[]::new));
    }

    @BeforeEach
    void emptyTable() {
        application.jdbc().sql("TRUNCATE booking").update();
    }

    private HttpResponse<String> post(String path, String requestId, String client)
            throws IOException, InterruptedException {
        return application.post(path, requestId, "X-Client-Name", client);
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
        assertThat(application.bookings()).isEqualTo(1);
    }

    @Test
    @Tag("RQ-14")
    void refusal_ofTransactionThatRolledBack_isRemembered() throws Exception {
        HttpResponse<String> first = post("/refuse", key, "shop");
        HttpResponse<String> second = post("/refuse", key, "shop");

        assertThat(first.statusCode()).isEqualTo(400);
        assertThat(first.body()).isEqualTo("no such seat");
        assertThat(first.headers().firstValue("Idempotency-Replayed")).contains("false");
        assertThat(second.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(second.body()).isEqualTo("no such seat");
        assertThat(application.bookings()).isZero();
    }

    @Test
    @Tag("RQ-13")
    void transactionThatRolledBack_isUndoneAlone() throws Exception {
        HttpResponse<String> first = post("/swallow", key, "shop");
        HttpResponse<String> second = post("/swallow", key, "shop");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).contains("pretends");
        assertThat(second.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(application.bookings()).isZero();
    }

    @Test
    @Tag("RQ-14")
    void serverError_rollsBackItsWork() throws Exception {
        assertThat(post("/fail", key, "shop").statusCode()).isEqualTo(502);
        assertThat(application.bookings()).isZero();
    }

    @Test
    @Tag("RQ-5")
    @Tag("RQ-16")
    void sameKey_ofTwoClients_isTwoRequests() throws Exception {
        assertThat(post("/book", key, "one").body()).isEqualTo("one booked 1");
        assertThat(post("/book", key, "two").body()).isEqualTo("two booked 2");
    }

    @Test
    @Tag("RQ-5")
    void userAgentAsIdentity_failsAtStartUp_andSaysWhy() {
        assertThatThrownBy(() -> run("--counterfoil.client=header:User-Agent").close())
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .rootCause()
                .hasMessageContaining("User-Agent")
                .hasMessageContaining("does not identify a client");
    }

    @Test
    @Tag("RQ-4")
    @Tag("RQ-17")
    void expiredRecords_arePurgedWhileTheServiceRuns() throws Exception {
        post("/book", key, "shop");
        application
                .jdbc()
                .sql("UPDATE counterfoil_record SET expires_at = 1 WHERE request_id = ?")
                .param(key)
                .update();

        await().atMost(5, TimeUnit.MINUTES).until(() -> application.record("count(*)", key) == 0);
    }

    @Test
    @Tag("RQ-6")
    void anonymousRecords_areKeptForTheirOwnTime() throws Exception {
        application.post("/book", key);
        String named = UUID.randomUUID().toString();
        post("/book", named, "shop");

        assertThat(hoursKept(key)).isEqualTo(1);
        assertThat(hoursKept(named)).isEqualTo(24);
    }

    private static long hoursKept(String requestId) {
        return application.record("(expires_at - received_at) / 3600000000", requestId);
    }

    @Test
    @Tag("RQ-9")
    void duplicatesCountedInMemory_areWrittenWhenTheApplicationStops() throws Exception {
        try (RunningApplication other = run()) {
            other.post("/book", key);
            HttpResponse<String> second = other.post("/book", key);
            assertThat(second.headers().firstValue("Idempotency-Request-Count")).contains("2");
            other.post("/book", key);
        }
        assertThat(application.record("request_count", key)).isEqualTo(3);
    }

    @Test
    void schemaThatIsNotThere_failsAtStartUp_andSaysWhatIsMissing() {
        Database empty = TestPostgres.freshDatabase();
        assertThatThrownBy(() -> RunningApplication.start(
                                empty, "--counterfoil.create-table=false", "--spring.main.web-application-type=none")
                        .close())
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .rootCause()
                .hasMessageContaining("counterfoil_record");
    }

    @Test
    void schemaThatIsThere_isTakenAsItIs() throws Exception {
        assertThat(application.post("/book", key).statusCode()).isEqualTo(201);
    }
}
