package io.counterfoil.ledger.demo;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.AttemptResult;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ledger.launch.LedgerServer;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.network.ReservedPort;
import io.counterfoil.testkit.store.Step;
import io.counterfoil.testkit.thread.TestThreads;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The service is killed while debits stand between two steps, one at each; the client, who knows nothing of it, gets its answers from the
 * next service. Each debit is of a ledger of its own.
 */
@Timeout(900)
@Tag("RQ-13")
@Execution(ExecutionMode.CONCURRENT)
class KilledBetweenStepsTest {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final IdempotentClient CLIENT = IdempotentClient.builder()
            .httpClient(HTTP)
            .retryPolicy(RetryPolicy.DEFAULT
                    .withMaxAttempts(RetryPolicy.MOST_ATTEMPTS)
                    .withBudget(Duration.ofMinutes(10))
                    .withAttemptTimeout(Duration.ofMinutes(5))
                    .withBackoff(Duration.ofMillis(10), Duration.ofMillis(500)))
            .build();

    private static final ReservedPort PORT = ReservedPort.forServer();
    private static final TestThreads SENDERS = new TestThreads();
    private static final Map<Place, Debit> DEBITS = new HashMap<>();

    private static LedgerServer restarted;
    private static LedgerApi api;

    /** Where a debit stands when the service is killed. */
    record Place(Step step, boolean keyInHeader) {}

    /** A debit of 60 from a ledger of 100. */
    record Debit(String ledger, Future<Answer> answer) {}

    static Stream<Place> withAHeaderKey() {
        return Step.OF_A_TRANSACTION.stream().map(step -> new Place(step, true));
    }

    static Stream<Place> withADataKeyAlone() {
        return Stream.of(Step.BEFORE_CLAIM, Step.AFTER_CLAIM, Step.BEFORE_COMMIT, Step.AFTER_COMMIT)
                .map(step -> new Place(step, false));
    }

    @BeforeAll
    static void killTheService() throws Exception {
        List<Place> places =
                Stream.concat(withAHeaderKey(), withADataKeyAlone()).toList();
        Database database = TestPostgres.freshDatabase();
        URI url;
        try (PausingService paused = PausingService.start(database, PORT.number(), places.size())) {
            url = paused.url();
            api = new LedgerApi(HTTP, url);
            for (Place place : places) {
                String ledger = api.open("ledger-" + UuidV7.next(), 100);
                RetryableRequest debit = debit(url, ledger, place);
                DEBITS.put(place, new Debit(ledger, SENDERS.start(() -> CLIENT.send(debit))));
            }
            paused.awaitPauses(places.size());
            paused.kill();
        }
        restarted = LedgerServer.start(
                PORT.number(), new ConnectionSettings(database.jdbcUrl(), database.user(), database.password()), false);
        assertThat(restarted.url()).isEqualTo(url);
    }

    @AfterAll
    static void close() {
        SENDERS.close();
        if (restarted != null) {
            restarted.close();
        }
        PORT.close();
    }

    @ParameterizedTest
    @MethodSource("withAHeaderKey")
    void kill_withAHeaderKey_leavesAllOrNothing_andTheRetryFinishes(Place place) throws Exception {
        assertOneEffect(place);
    }

    @ParameterizedTest
    @MethodSource("withADataKeyAlone")
    void kill_withADataKeyAlone_isAllOrNothingAndTheRetryFinishes(Place place) throws Exception {
        assertOneEffect(place);
    }

    private static void assertOneEffect(Place place) throws Exception {
        Debit debit = requireNonNull(DEBITS.get(place));
        Answer answer = TestThreads.result(debit.answer());
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text()).contains("\"quantity\":-60", "\"ledger_id\":\"" + debit.ledger() + "\"");
        assertThat(answer.replayed()).isEqualTo(place.step() == Step.AFTER_COMMIT);
        assertThat(answer.attempts().get(0).result()).isInstanceOf(AttemptResult.Failed.class);
        assertThat(answer.unexpectedDuplicate()).isEmpty();
        assertThat(api.effects(debit.ledger())).containsExactly(new Effect(7, -60));
        assertThat(api.balance(debit.ledger())).isEqualTo(40);
    }

    /** With a reference ID, because a debit under a data key alone is one statement, and has no steps. */
    private static RetryableRequest debit(URI service, String ledger, Place place) {
        RequestId key = PausingService.keyThatStopsAt(place.step());
        RetryableRequest.Builder debit = RetryableRequest.post(
                        service.resolve("/v1/ledgers/" + ledger + "/transactions"))
                .header(LedgerApi.CLIENT_HEADER, LedgerApi.CLIENT)
                .json(
                        "{\"idempotency_key\":\"%1$s\",\"reference_id\":\"%1$s\",\"quantity\":-60,\"metadata\":{\"intention\":7}}"
                                .formatted(key));
        return (place.keyInHeader() ? debit.requestId(key) : debit.keyInBody(key)).build();
    }
}
