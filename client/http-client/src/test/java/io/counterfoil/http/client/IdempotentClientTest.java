package io.counterfoil.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.Attempt;
import io.counterfoil.http.client.retry.AttemptListener;
import io.counterfoil.http.client.retry.AttemptResult;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.testkit.network.ReservedPort;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.network.SeenRequest;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(600)
class IdempotentClientTest {

    private static final ScriptedReply CREATED = ScriptedReply.of(201, "created");
    private static final ScriptedReply UNAVAILABLE = ScriptedReply.of(503, "later");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final FakeTime time = new FakeTime();
    private final IdempotentClient client = IdempotentClient.builder()
            .httpClient(HTTP)
            .clock(time.clock)
            .timing(time.timing())
            .retryPolicy(FakeTime.PATIENT)
            .build();

    @Test
    @Tag("RC-1")
    void request_carriesItsIdAsAStructuredFieldString() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            RetryableRequest intention = RetryableRequest.post(server.uri())
                    .json("{\"seats\":2}")
                    .header("Accept", "text/plain")
                    .build();

            Answer answer = client.send(intention);

            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.text()).isEqualTo("created");
            assertThat(answer.replayed()).isFalse();
            assertThat(answer.attempts()).hasSize(1);
            SeenRequest seen = server.seen().get(0);
            assertThat(seen.method()).isEqualTo("POST");
            assertThat(seen.body()).isEqualTo("{\"seats\":2}");
            assertThat(seen.header("Content-Type")).isEqualTo("application/json");
            assertThat(seen.header("Accept")).isEqualTo("text/plain");
            assertThat(seen.header("Idempotency-Key"))
                    .isEqualTo('"' + intention.requestId().value() + '"');
        }
    }

    @Test
    @Tag("RC-1")
    @Tag("RC-2")
    @Tag("RQ-10")
    void retries_keepTheRequestIdAndNumberTheAttempts() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, UNAVAILABLE, CREATED)) {
            Answer answer =
                    client.send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(server.seen().stream().map(seen -> seen.header("Idempotency-Key")))
                    .hasSize(3)
                    .allMatch(server.seen().get(0).header("Idempotency-Key")::equals);
            assertThat(answer.attempts().stream().map(Attempt::number)).containsExactly(1, 2, 3);
            assertThat(server.seen().stream().map(seen -> seen.header("Idempotency-Attempt")))
                    .doesNotHaveDuplicates()
                    .isEqualTo(answer.attempts().stream()
                            .map(it -> it.id().value())
                            .toList());
        }
    }

    @ParameterizedTest
    @Tag("RC-4")
    @CsvSource({
        "200, false", "201, false", "202, false", "204, false", "301, false", "307, false", "400, false", "401, false",
        "403, false", "404, false", "408, true", "409, false", "410, false", "412, false", "413, false", "422, false",
        "423, false", "425, true", "428, false", "429, true", "500, false", "501, false", "502, true", "503, true",
        "504, true", "505, false", "507, false"
    })
    void status_isRetriedOnlyWhereThatIsSafe(int status, boolean retried) throws Exception {
        ScriptedReply first = status == 204 ? ScriptedReply.of(status, "") : ScriptedReply.of(status, "first");
        try (ScriptedServer server = ScriptedServer.replying(first, ScriptedReply.of(200, "second"))) {
            Answer answer =
                    client.send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(answer.attempts()).hasSize(retried ? 2 : 1);
            assertThat(answer.status()).isEqualTo(retried ? 200 : status);
        }
    }

    @ParameterizedTest
    @Tag("RC-4")
    @CsvSource({"500, true", "507, true", "400, false", "409, false"})
    void status_withRetryAfter_isRetriedWhereItIsTheServersFault(int status, boolean retried) throws Exception {
        try (ScriptedServer server =
                ScriptedServer.replying(ScriptedReply.of(status, "first").with("Retry-After", "1"), CREATED)) {
            Answer answer =
                    client.send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(answer.attempts()).hasSize(retried ? 2 : 1);
        }
    }

    static Stream<Arguments> conflicts() {
        String inProgress = "{\"type\": \"" + ProblemTypes.REQUEST_IN_PROGRESS + "\", \"status\": 409}";
        return Stream.of(
                Arguments.of("application/problem+json", inProgress, true),
                Arguments.of("Application/Problem+JSON; charset=utf-8", inProgress, true),
                Arguments.of("application/json", inProgress, false),
                Arguments.of("application/problem+json", inProgress.replace("in-progress", "in-progress-no"), false),
                Arguments.of("application/problem+json", "{\"type\":\"about:blank\"}", false),
                Arguments.of("application/problem+json", "", false));
    }

    @ParameterizedTest
    @Tag("RC-4")
    @MethodSource("conflicts")
    void conflict_isRetriedOnlyWhileTheOriginalIsInProgress(String mediaType, String body, boolean retried)
            throws Exception {
        try (ScriptedServer server =
                ScriptedServer.replying(ScriptedReply.of(409, body).with("Content-Type", mediaType), CREATED)) {
            Answer answer =
                    client.send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(answer.attempts()).hasSize(retried ? 2 : 1);
        }
    }

    @Test
    @Tag("RC-2")
    void pauses_growByFullJitterUpToTheLongest() throws Exception {
        RetryPolicy policy = FakeTime.PATIENT.withBackoff(Duration.ofMillis(100), Duration.ofMillis(500));
        try (ScriptedServer server =
                ScriptedServer.replying(UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, CREATED)) {
            client.toBuilder()
                    .retryPolicy(policy)
                    .build()
                    .send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(time.pauses.stream().map(Duration::toMillis)).containsExactly(100L, 200L, 400L, 500L, 500L);
        }
    }

    @Test
    @Tag("RC-2")
    void jitter_reachesDownToZero() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            client.toBuilder()
                    .clock(time.clock)
                    .timing(time.timingWithoutJitter())
                    .build()
                    .send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(time.pauses).containsExactly(Duration.ZERO);
        }
    }

    @Test
    @Tag("RC-2")
    void retryAfter_inSeconds_isObeyed() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE.with("Retry-After", "7"), CREATED)) {
            client.send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(time.pauses).containsExactly(Duration.ofMillis(7_100));
        }
    }

    @Test
    @Tag("RC-2")
    void retryAfter_asADate_isObeyed() throws Exception {
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                FakeTime.START.plusSeconds(30).atOffset(ZoneOffset.UTC));
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE.with("Retry-After", date), CREATED)) {
            client.toBuilder()
                    .clock(time.clock)
                    .timing(time.timingWithoutJitter())
                    .build()
                    .send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(time.pauses).containsExactly(Duration.ofSeconds(30));
        }
    }

    @ParameterizedTest
    @Tag("RC-2")
    @CsvSource(
            delimiter = ';',
            value = {"Sun, 01 Mar 2026 11:59:00 GMT", "soon", "-5", "1.5"})
    void retryAfter_thatHasPassedOrIsUnreadable_leavesTheBackoff(String value) throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE.with("Retry-After", value), CREATED)) {
            client.send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(time.pauses).containsExactly(Duration.ofMillis(100));
        }
    }

    @ParameterizedTest
    @Tag("RC-2")
    @CsvSource({"600", "3600", "99999999999999999999999"})
    void retryAfter_pastTheBudget_givesUpAtOnce(String seconds) throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE.with("Retry-After", seconds))) {
            RetryableRequest intention =
                    RetryableRequest.post(server.uri()).json("{}").build();

            RetriesExhaustedException gaveUp =
                    catchThrowableOfType(RetriesExhaustedException.class, () -> client.send(intention));

            assertThat(gaveUp).hasMessageContaining("budget of PT10M").hasMessageContaining("asks for a pause of");
            assertThat(time.pauses).isEmpty();
            assertThat(server.seen()).hasSize(1);
        }
    }

    @Test
    @Tag("RC-2")
    void budget_endsTheAttemptsBeforeTheirNumberDoes() throws Exception {
        RetryPolicy policy =
                FakeTime.PATIENT.withMaxAttempts(100).withBackoff(Duration.ofMinutes(4), Duration.ofMinutes(4));
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE)) {
            RetryableRequest intention =
                    RetryableRequest.post(server.uri()).json("{}").build();

            assertThatThrownBy(
                            () -> client.toBuilder().retryPolicy(policy).build().send(intention))
                    .isInstanceOf(RetriesExhaustedException.class)
                    .hasMessageContaining("budget of PT10M");

            assertThat(time.pauses).containsExactly(Duration.ofMinutes(4), Duration.ofMinutes(4));
            assertThat(server.seen()).hasSize(3);
        }
    }

    @Test
    @Tag("RC-2")
    void givingUp_tellsEveryTryAndTheLastAnswer() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(ScriptedReply.of(502, "bad"), UNAVAILABLE)) {
            RetryableRequest intention =
                    RetryableRequest.post(server.uri()).json("{}").build();

            RetriesExhaustedException gaveUp = catchThrowableOfType(
                    RetriesExhaustedException.class,
                    () -> client.toBuilder()
                            .retryPolicy(FakeTime.PATIENT.withMaxAttempts(3))
                            .build()
                            .send(intention));

            assertThat(gaveUp.requestId()).isEqualTo(intention.requestId());
            assertThat(gaveUp.attempts().stream().map(Attempt::result))
                    .containsExactly(
                            new AttemptResult.Answered(502, false),
                            new AttemptResult.Answered(503, false),
                            new AttemptResult.Answered(503, false));
            assertThat(gaveUp.lastAnswer().map(Answer::text)).contains("later");
            assertThat(gaveUp.effectUnknown()).isTrue();
            assertThat(gaveUp)
                    .hasNoCause()
                    .hasMessageContaining("after 3 attempts")
                    .hasMessageContaining(intention.requestId().value())
                    .hasMessageContaining("502");
        }
    }

    @ParameterizedTest
    @Tag("RC-2")
    @CsvSource({"408, false", "425, false", "429, false", "502, true", "503, true", "504, true"})
    void givingUp_saysWhetherTheEffectIsUnknown(int status, boolean unknown) throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(ScriptedReply.of(status, ""))) {
            RetryableRequest intention =
                    RetryableRequest.post(server.uri()).json("{}").build();

            RetriesExhaustedException gaveUp =
                    catchThrowableOfType(RetriesExhaustedException.class, () -> client.send(intention));

            assertThat(gaveUp.effectUnknown()).isEqualTo(unknown);
        }
    }

    @Test
    @Tag("RC-2")
    void givingUp_remembersAnEffectThatAnEarlierSendMayHaveHad() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, ScriptedReply.of(429, ""))) {
            RetryableRequest intention =
                    RetryableRequest.post(server.uri()).json("{}").build();
            IdempotentClient once = client.toBuilder()
                    .retryPolicy(FakeTime.PATIENT.withMaxAttempts(1))
                    .build();
            assertThatThrownBy(() -> once.send(intention)).isInstanceOf(RetriesExhaustedException.class);

            RetriesExhaustedException gaveUp =
                    catchThrowableOfType(RetriesExhaustedException.class, () -> once.send(intention));

            assertThat(gaveUp.effectUnknown()).isTrue();
            assertThat(gaveUp.attempts().get(0).number()).isEqualTo(2);
        }
    }

    @Test
    @Tag("RC-4")
    void unreachableServer_isRetried_andLeavesNoUnknownEffect() throws Exception {
        try (ReservedPort nobody = ReservedPort.any()) {
            RetryableRequest intention =
                    RetryableRequest.post(nobody.uri()).json("{}").build();

            RetriesExhaustedException gaveUp =
                    catchThrowableOfType(RetriesExhaustedException.class, () -> client.send(intention));

            assertThat(gaveUp.attempts()).hasSize(FakeTime.PATIENT.maxAttempts());
            assertThat(gaveUp).hasCauseInstanceOf(ConnectException.class).hasMessageContaining("nothing was executed");
            assertThat(gaveUp.effectUnknown()).isFalse();
            assertThat(gaveUp.lastAnswer()).isEmpty();
        }
    }

    @Test
    @Tag("RC-4")
    void bodyThatStopsHalfWay_timesOutAndIsRetried() throws Exception {
        // Attempts enough for a machine that is itself too slow for some of them.
        RetryPolicy hasty = RetryPolicy.DEFAULT
                .withAttemptTimeout(Duration.ofMillis(300))
                .withMaxAttempts(RetryPolicy.MOST_ATTEMPTS)
                .withBackoff(Duration.ofMillis(1), Duration.ofMillis(2));
        try (ScriptedServer server = ScriptedServer.replying(CREATED.announcing(1_000), CREATED)) {
            Answer answer = client.toBuilder()
                    .retryPolicy(hasty)
                    .build()
                    .send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(answer.text()).isEqualTo("created");
            assertThat(answer.attempts()).hasSizeGreaterThan(1);
            assertThat(answer.attempts().get(0).result())
                    .isInstanceOfSatisfying(
                            AttemptResult.Failed.class,
                            failed -> assertThat(failed.cause())
                                    .isInstanceOf(HttpTimeoutException.class)
                                    .hasMessageContaining("PT0.3S"));
            assertThat(server.ends().poll(5, TimeUnit.MINUTES))
                    .as("the abandoned connection")
                    .isNotNull();
        }
    }

    @Test
    void bodyPastTheLimit_isGivenUpAtOnce() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(ScriptedReply.of(200, "x".repeat(1_001)))) {
            RetryableRequest intention =
                    RetryableRequest.post(server.uri()).json("{}").build();

            assertThatThrownBy(() ->
                            client.toBuilder().responseBodyLimit(1_000).build().send(intention))
                    .isInstanceOf(RetriesExhaustedException.class)
                    .hasMessageContaining("too large")
                    .cause()
                    .hasMessageContaining("1000 bytes");
            assertThat(server.seen()).hasSize(1);
            assertThat(client.toBuilder()
                            .responseBodyLimit(1_001)
                            .build()
                            .send(intention)
                            .text())
                    .hasSize(1_001);
        }
    }

    @Test
    void interruption_isHonoured() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        Recorder recorder = new Recorder();
        try (ScriptedServer server = ScriptedServer.answering(request -> {
            arrived.countDown();
            Latches.await(stopped);
            return CREATED;
        })) {
            RetryableRequest intention =
                    RetryableRequest.post(server.uri()).json("{}").build();
            Thread main = Thread.currentThread();
            Thread interrupter = new Thread(() -> {
                Latches.await(arrived);
                main.interrupt();
            });
            interrupter.start();

            assertThatThrownBy(() ->
                            client.toBuilder().attemptListener(recorder).build().send(intention))
                    .isInstanceOf(InterruptedException.class);

            stopped.countDown();
            interrupter.join();
            assertThat(recorder.finished.get(0).result()).isEqualTo(new AttemptResult.Cancelled());
            assertThat(server.seen()).hasSize(1);
        }
    }

    @Test
    void keyInBody_sendsNoKeyHeaderAndIsRetriedAllTheSame() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            RequestId key = new RequestId("ledger-for-subsidy-Zoë");
            RetryableRequest intention = RetryableRequest.post(server.uri())
                    .json("{\"idempotency_key\":\"ledger-for-subsidy-Zoë\"}")
                    .keyInBody(key)
                    .build();

            client.send(intention);

            assertThat(server.seen())
                    .hasSize(2)
                    .allMatch(seen -> seen.header("Idempotency-Key").isEmpty());
            assertThat(server.seen()).allMatch(seen -> seen.body().contains("Zoë"));
            assertThat(intention.requestId()).isEqualTo(key);
        }
    }

    @Test
    void headerNames_canBeOthers() throws Exception {
        HeaderNames names = new HeaderNames("X-Key", "X-Try", "X-Dup", "X-At", "X-By", "X-Count", "X-Stored", "X-Corr");
        try (ScriptedServer server = ScriptedServer.replying(CREATED.with("X-Dup", "true"))) {
            Answer answer = client.toBuilder()
                    .headerNames(names)
                    .build()
                    .send(RetryableRequest.post(server.uri())
                            .requestId(new RequestId("k\"\\1"))
                            .json("{}")
                            .build());

            SeenRequest seen = server.seen().get(0);
            assertThat(seen.header("X-Key")).isEqualTo("\"k\\\"\\\\1\"");
            assertThat(seen.header("X-Try"))
                    .isEqualTo(answer.attempts().get(0).id().value());
            assertThat(seen.header("X-Corr"))
                    .isEqualTo(answer.attempts().get(0).correlationId().value());
            assertThat(answer.replayed()).isTrue();
        }
    }

    @Test
    @Tag("RC-4")
    void keepAliveConnection_closedByTheServer_isRetried() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            client.send(RetryableRequest.post(server.uri()).json("{}").build());
            server.hangUp();

            Answer answer =
                    client.send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(answer.status()).isEqualTo(201);
            assertThat(server.seen().stream().map(seen -> seen.header("Idempotency-Attempt")))
                    .hasSize(2)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void ownHeaderFields_areRefusedBeforeAnythingIsSent() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            RetryableRequest intention = RetryableRequest.post(server.uri())
                    .header("idempotency-key", "mine")
                    .json("{}")
                    .build();

            assertThatThrownBy(() -> client.send(intention))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Idempotency-Key");
            assertThat(server.seen()).isEmpty();
        }
    }

    @Test
    void httpClientThatFollowsRedirects_isRefused() {
        HttpClient following = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();

        assertThatThrownBy(
                        () -> IdempotentClient.builder().httpClient(following).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("NORMAL");
    }

    @Test
    void jvmThatLetsHttpClientsRepeatAPost_isRefused() {
        String property = "jdk.httpclient.enableAllMethodRetry";
        System.setProperty(property, "true");
        try {
            assertThatThrownBy(() -> IdempotentClient.builder().httpClient(HTTP).build())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(property);
        } finally {
            System.clearProperty(property);
        }
    }

    @Test
    void listenerThatFails_doesNotLoseTheAnswer() throws Exception {
        AttemptListener broken = new AttemptListener() {
            @Override
            public void finished(RetryableRequest intention, Attempt attempt) {
                throw new IllegalStateException("broken listener");
            }
        };
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            Answer answer = client.toBuilder()
                    .attemptListener(broken)
                    .build()
                    .send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(answer.status()).isEqualTo(201);
        }
    }
}
