package io.counterfoil.ledger.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.client.Answer;
import io.counterfoil.http.client.Attempt;
import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.http.client.Intention;
import io.counterfoil.http.client.RetryPolicy;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ledger.launch.LedgerDatabase;
import io.counterfoil.ledger.launch.LedgerServer;
import io.counterfoil.samples.support.database.EmbeddedDatabase;
import io.counterfoil.testkit.network.ReservedPort;
import io.counterfoil.testkit.store.Step;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/** The service is killed while a debit stands between two steps; the client, who knows nothing of it, gets its answer. */
@Timeout(900)
@Tag("RQ-13")
class KilledBetweenStepsTest {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final IdempotentClient CLIENT = IdempotentClient.over(HTTP)
            .with(RetryPolicy.DEFAULT
                    .withMaxAttempts(RetryPolicy.MOST_ATTEMPTS)
                    .withBudget(Duration.ofMinutes(10))
                    .withAttemptTimeout(Duration.ofMinutes(1))
                    .withBackoff(Duration.ofMillis(10), Duration.ofMillis(500)));

    @TempDir
    static Path directory;

    private static EmbeddedDatabase database;
    private static ExecutorService sender;

    @BeforeAll
    static void open() {
        database = LedgerDatabase.start(directory);
        sender = Executors.newCachedThreadPool();
    }

    @AfterAll
    static void close() throws IOException {
        sender.shutdownNow();
        database.close();
    }

    @ParameterizedTest
    @FieldSource("io.counterfoil.testkit.store.Step#OF_A_TRANSACTION")
    void kill_withAHeaderKey_leavesAllOrNothing_andTheRetryFinishes(Step step) throws Exception {
        assertOneEffect(step, true);
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE_CLAIM", "AFTER_CLAIM", "BEFORE_COMMIT", "AFTER_COMMIT"})
    void kill_withADataKeyAlone_leavesAllOrNothing_andTheRetryFinishes(Step step) throws Exception {
        assertOneEffect(step, false);
    }

    private static void assertOneEffect(Step step, boolean keyInHeader) throws Exception {
        try (ReservedPort port = ReservedPort.any();
                PausingService paused = PausingService.start(step, database.connection(), port.number())) {
            LedgerApi api = new LedgerApi(HTTP, paused.url());
            String ledger = api.open("ledger-" + UuidV7.next(), 100);
            Future<Answer> answered = sender.submit(() -> CLIENT.send(debit(paused, ledger, keyInHeader)));
            paused.awaitPause();

            paused.kill();

            try (LedgerServer restarted = LedgerServer.start(port.number(), database.connection(), false)) {
                Answer answer = answered.get(5, TimeUnit.MINUTES);
                assertThat(restarted.url()).isEqualTo(paused.url());
                assertThat(answer.status()).isEqualTo(201);
                assertThat(answer.text()).contains("\"quantity\":-60", "\"ledger_id\":\"" + ledger + "\"");
                assertThat(answer.replayed()).isEqualTo(step == Step.AFTER_COMMIT);
                assertThat(answer.attempts().get(0).result()).isInstanceOf(Attempt.Failed.class);
                assertThat(answer.unexpectedDuplicate()).isEmpty();
                assertThat(api.effects(ledger)).containsExactly(new Effect(7, -60));
                assertThat(api.balance(ledger)).isEqualTo(40);
            }
        }
    }

    private static Intention debit(PausingService service, String ledger, boolean keyInHeader) {
        RequestId key = new RequestId(PausingService.MARK + UuidV7.next());
        Intention.Builder debit = Intention.post(service.url().resolve("/v1/ledgers/" + ledger + "/transactions"))
                .header(LedgerApi.CLIENT_HEADER, LedgerApi.CLIENT)
                .json("{\"idempotency_key\":\"%s\",\"quantity\":-60,\"metadata\":{\"intention\":7}}".formatted(key));
        return (keyInHeader ? debit.requestId(key) : debit.keyInBody(key)).build();
    }
}
