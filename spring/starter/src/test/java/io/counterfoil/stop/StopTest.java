package io.counterfoil.stop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.directory.RecordEntry;
import io.counterfoil.idempotency.directory.RecordQuery;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.jdbc.JdbcLeaseStore;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.process.ChildJvm;
import io.counterfoil.testkit.thread.TestThreads;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** SIGTERM to a process that executes a request under a lease of an hour, which no expiry ends within the test. */
@Timeout(600)
@Tag("RQ-13")
class StopTest {

    private static final int TERMINATED = 128 + 15;

    private final Database database = TestPostgres.freshDatabase();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private ChildJvm start(String... properties) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--logging.level.root=ERROR",
                "--counterfoil.client=none",
                "--counterfoil.mode=lease",
                "--counterfoil.lease.duration=1h"));
        arguments.addAll(List.of(properties));
        return ChildJvm.start(PaymentService.class, arguments, lines::add);
    }

    /** Reads what the process printed up to the line that begins with this text. */
    private String await(String text) throws InterruptedException {
        List<String> seen = new ArrayList<>();
        while (true) {
            String line = lines.poll(TestThreads.LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("no line " + text + ", but " + seen);
            }
            if (line.startsWith(text)) {
                return line;
            }
            seen.add(line);
        }
    }

    /** Sends a payment, and returns when its handler works. */
    private CompletableFuture<HttpResponse<String>> pay(String path) throws InterruptedException {
        URI service = URI.create("http://127.0.0.1:" + await("port ").substring("port ".length()) + path);
        HttpRequest request = HttpRequest.newBuilder(service)
                .header("Idempotency-Key", "8e03978e")
                .POST(BodyPublishers.noBody())
                .build();
        CompletableFuture<HttpResponse<String>> response =
                HttpClient.newHttpClient().sendAsync(request, BodyHandlers.ofString());
        await("working");
        return response;
    }

    private List<RecordState> states() {
        RecordDirectory records = new JdbcLeaseStore(database.dataSource());
        return records.list(RecordQuery.ALL).entries().stream()
                .map(RecordEntry::state)
                .toList();
    }

    @Test
    void sigterm_duringALeasedRequest_finishesItFirst() throws Exception {
        try (ChildJvm service = start()) {
            CompletableFuture<HttpResponse<String>> response = pay("/pay");

            service.terminate();
            await("stopping");
            service.send("paid");

            assertThat(response)
                    .succeedsWithin(TestThreads.LIMIT)
                    .satisfies(answer -> assertThat(answer.body()).isEqualTo("paid"));
            assertThat(service.awaitEnd()).isEqualTo(TERMINATED);
            assertThat(states()).containsExactly(RecordState.ANSWERED);
        }
    }

    @Test
    void sigterm_duringWorkBeyondTheGrace_endsItsLease() throws Exception {
        assertSlowWorkEndsItsLease();
    }

    /** On which Tomcat interrupts nothing. */
    @Test
    @Tag("jdk21")
    @EnabledForJreRange(min = JRE.JAVA_21)
    void sigterm_onVirtualThreads_endsALeaseBeyondTheGrace() throws Exception {
        assertSlowWorkEndsItsLease("--spring.threads.virtual.enabled=true");
    }

    private void assertSlowWorkEndsItsLease(String... properties) throws Exception {
        List<String> all = new ArrayList<>(List.of(properties));
        all.add("--spring.lifecycle.timeout-per-shutdown-phase=100ms");
        try (ChildJvm service = start(all.toArray(String[]::new))) {
            CompletableFuture<HttpResponse<String>> response = pay("/pay-slowly");

            service.terminate();

            assertThat(service.awaitEnd()).isEqualTo(TERMINATED);
            assertThat(states()).containsExactly(RecordState.UNKNOWN);
            assertThat(response).isNotCancelled();
        }
    }
}
