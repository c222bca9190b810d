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

/** Jobs of Spring Batch that a keyed handler starts: part of the request, or refused. */
@Timeout(600)
@Tag("RQ-13")
@Tag("RQ-20")
class BatchJobsTest {

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
        BlockingQueue<String> started = application.bean(Jobs.Starter.class).started();

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
}
