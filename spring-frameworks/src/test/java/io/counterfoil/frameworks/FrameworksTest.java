package io.counterfoil.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What needs transactions of its own below a keyed handler: part of the request, apart from it on purpose, or refused. */
@Timeout(600)
@Tag("RQ-13")
@Tag("RQ-20")
class FrameworksTest {

    private static RunningApplication application;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        application = RunningApplication.start();
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static HttpResponse<String> post(String path, String key) throws Exception {
        return application.post(path + "/" + key, key);
    }

    private long jobs() {
        return executions(key);
    }

    private static long executions(String what) {
        return application.count(
                "batch_job_execution_params JOIN batch_job_execution USING (job_execution_id) WHERE parameter_value = ?",
                what);
    }

    @Test
    void batchJob_inAHandler_isPartOfTheRequest() throws Exception {
        HttpResponse<String> first = post("/job", key);
        HttpResponse<String> duplicate = post("/job", key);

        assertThat(first.body()).isEqualTo("COMPLETED");
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(duplicate.body()).isEqualTo("COMPLETED");
        assertThat(jobs()).isEqualTo(1);
        assertThat(application.notes(key)).isEqualTo(1);
    }

    @Test
    void batchJob_withoutAKey_runs() throws Exception {
        assertThat(application.postWithoutAKey("/job-after-a-statement/" + key).body())
                .isEqualTo("COMPLETED");

        assertThat(jobs()).isEqualTo(1);
        assertThat(application.notes(key)).isEqualTo(2);
    }

    @Test
    void batchJob_whoseHandlerFails_isUndone() throws Exception {
        assertThat(post("/job-then-failure", key).statusCode()).isEqualTo(500);
        assertThat(post("/job-then-failure", key).statusCode()).isEqualTo(500);

        assertThat(jobs()).isZero();
        assertThat(application.notes(key)).isZero();
    }

    @Test
    void batchJob_whoseStepFails_isKeptAsFailed() throws Exception {
        HttpResponse<String> failed = application.post("/job/bad-" + key, key);

        assertThat(failed.body()).isEqualTo("FAILED");
        assertThat(application.notes("bad-" + key)).isZero();
        assertThat(application.count(
                        "batch_job_execution_params JOIN batch_job_execution USING (job_execution_id)"
                                + " WHERE status = 'FAILED' AND parameter_value = ?",
                        "bad-" + key))
                .isEqualTo(1);
    }

    @Test
    void batchJob_afterAStatement_isRefused() throws Exception {
        assertThat(post("/job-after-a-statement", key).statusCode()).isEqualTo(500);

        assertThat(jobs()).isZero();
        assertThat(application.notes(key)).isZero();
    }

    @Test
    void refusalOfABatchJob_namesTheWaysOut() throws Exception {
        assertThat(post("/told", key).body())
                .startsWith("org.springframework.transaction.IllegalTransactionStateException")
                .contains("Spring Batch")
                .contains("SERIALIZABLE")
                .contains("spring.batch.jdbc.isolation-level-for-create")
                .contains("lease")
                .contains("@NotIdempotent")
                .contains("after the commit");
        assertThat(jobs()).isZero();
    }

    @Test
    void batchJob_onAnotherThread_isRefused() throws Exception {
        assertThat(post("/asynchronous-told", key).body())
                .startsWith("org.springframework.transaction.IllegalTransactionStateException")
                .contains("another thread")
                .contains("lease")
                .contains("@NotIdempotent")
                .contains("after the commit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/asynchronous", "/asynchronous-caught"})
    void batchJob_onAnotherThread_writesNothing(String path) throws Exception {
        assertThat(post(path, key).statusCode()).isEqualTo(500);

        assertThat(jobs()).isZero();
        assertThat(application.notes(key)).isZero();
    }

    @Test
    void batchJob_underTheUnitsIsolation_mayFollowAStatement() throws Exception {
        try (RunningApplication other =
                RunningApplication.start("--spring.batch.jdbc.isolation-level-for-create=read_committed")) {
            assertThat(other.post("/job-after-a-statement/" + key, key).body()).isEqualTo("COMPLETED");
            assertThat(other.post("/job-after-a-statement/" + key, key).body()).isEqualTo("COMPLETED");

            assertThat(other.notes(key)).isEqualTo(2);
        }
    }

    @Test
    void batchJob_afterTheCommit_runsOnceOnAnotherThread() throws Exception {
        BlockingQueue<String> started =
                application.bean(BatchHandlers.Starter.class).started();

        assertThat(post("/job-after-the-commit", key).body()).isEqualTo("wanted");
        assertThat(started.poll(60, TimeUnit.SECONDS)).isEqualTo("COMPLETED");
        assertThat(post("/job-after-the-commit", key).body()).isEqualTo("wanted");

        assertThat(jobs()).isEqualTo(1);
    }

    @Test
    void restartOfABatchJob_isPartOfTheRequest() throws Exception {
        String what = "bad-" + key;
        assertThat(application.postWithoutAKey("/job/" + what).body()).isEqualTo("FAILED");

        assertThat(application.post("/restart-asynchronous/" + what, key).statusCode())
                .isEqualTo(500);
        assertThat(executions(what)).isEqualTo(1);

        assertThat(application.post("/restart/" + what, key + "-2").body()).isEqualTo("FAILED");
        assertThat(application.post("/restart/" + what, key + "-2").body()).isEqualTo("FAILED");
        assertThat(executions(what)).isEqualTo(2);
    }

    @Test
    void batchJob_inLeaseMode_runsOnce() throws Exception {
        assertThat(post("/job-in-lease-mode", key).body()).isEqualTo("COMPLETED");
        assertThat(post("/job-in-lease-mode", key).body()).isEqualTo("COMPLETED");

        assertThat(jobs()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/session", "/session-then-failure"})
    void session_isKeptApart(String path) throws Exception {
        boolean fails = path.endsWith("failure");

        assertThat(post(path, key).statusCode()).isEqualTo(fails ? 500 : 200);

        assertThat(application.count("spring_session_attributes WHERE attribute_name = ?", key))
                .isEqualTo(1);
        assertThat(application.notes(key)).isEqualTo(fails ? 0 : 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/lock", "/lock-in-a-transaction"})
    void lock_isSeenWhileHeld(String path) throws Exception {
        assertThat(post(path, key).body()).isEqualTo("held: 1");
        assertThat(post(path, key).body()).isEqualTo("held: 1");

        assertThat(application.bean(Committed.class).locks()).isZero();
        assertThat(application.notes(key)).isEqualTo(1);
    }

    @Test
    void lock_whoseHandlerFails_isReleased() throws Exception {
        assertThat(post("/lock-then-failure", key).statusCode()).isEqualTo(500);

        assertThat(application.bean(Committed.class).locks()).isZero();
        assertThat(application.notes(key)).isZero();
    }

    @Test
    void messageStore_inAHandler_isPartOfTheRequest() throws Exception {
        long before = messages();

        assertThat(post("/message-then-failure", key).statusCode()).isEqualTo(500);
        assertThat(messages()).isEqualTo(before);
        assertThat(post("/message", key).statusCode()).isEqualTo(200);
        assertThat(post("/message", key).statusCode()).isEqualTo(200);

        assertThat(messages()).isEqualTo(before + 1);
        assertThat(application.notes(key)).isEqualTo(1);
    }

    @Test
    void metadataStore_inAHandler_isPartOfTheRequest() throws Exception {
        String stored = "int_metadata_store WHERE metadata_key = ?";

        assertThat(post("/metadata-then-failure", key).statusCode()).isEqualTo(500);
        assertThat(application.count(stored, key)).isZero();
        assertThat(post("/metadata", key).body()).isEqualTo("null");
        assertThat(post("/metadata", key).body()).isEqualTo("null");

        assertThat(application.count(stored, key)).isEqualTo(1);
    }

    private static long messages() {
        return application.count("int_message WHERE region = ?", "DEFAULT");
    }

    private long publications() {
        return application.count("event_publication WHERE serialized_event LIKE '%' || ? || '%'", key);
    }

    private long heard() {
        return application.bean(ModulithHandlers.Listener.class).heard().stream()
                .filter(key::equals)
                .count();
    }

    @Test
    void publication_commitsWithTheRequest() throws Exception {
        assertThat(post("/event", key).statusCode()).isEqualTo(200);
        assertThat(post("/event", key).statusCode()).isEqualTo(200);

        assertThat(heard()).isEqualTo(1);
        assertThat(publications()).isEqualTo(1);
        assertThat(application.count(
                        "event_publication WHERE completion_date IS NOT NULL AND serialized_event LIKE '%' || ? || '%'",
                        key))
                .isEqualTo(1);
    }

    @Test
    void publication_whoseHandlerFails_isGone() throws Exception {
        assertThat(post("/event-then-failure", key).statusCode()).isEqualTo(500);

        assertThat(publications()).isZero();
        assertThat(heard()).isZero();
    }

    @Test
    void publication_inATransactionThatRolledBack_isGone() throws Exception {
        assertThat(post("/event-rolled-back", key).statusCode()).isEqualTo(200);

        assertThat(publications()).isZero();
        assertThat(heard()).isZero();
        assertThat(application.notes(key)).isZero();
    }
}
