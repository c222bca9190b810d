package io.counterfoil.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.RetryTiming;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.http.client.retry.UnexpectedDuplicate;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.policy.Pause;
import io.counterfoil.testkit.network.ReservedPort;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
@Tag("RC-3")
class DuplicateReportTest {

    private static final ScriptedReply REPLAYED =
            ScriptedReply.of(201, "created").with("Idempotency-Replayed", "true");
    private static final ScriptedReply UNAVAILABLE = ScriptedReply.of(503, "later");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Recorder recorder = new Recorder();
    private final IdempotentClient client = IdempotentClient.builder()
            .httpClient(HTTP)
            .attemptListener(recorder)
            .timing(new FakeTime().timing())
            .retryPolicy(FakeTime.PATIENT)
            .build();

    @Test
    void firstAttemptTakenForADuplicate_isReported() throws Exception {
        try (ScriptedServer server =
                ScriptedServer.replying(REPLAYED.with("Idempotency-First-Received", "2026-02-28T09:00:00Z"))) {
            RetryableRequest intention =
                    RetryableRequest.post(server.uri()).json("{}").build();

            Answer answer = client.send(intention);

            UnexpectedDuplicate expected = new UnexpectedDuplicate(
                    intention.requestId(),
                    answer.attempts().get(0).id(),
                    Optional.empty(),
                    Optional.of("2026-02-28T09:00:00Z"));
            assertThat(answer.unexpectedDuplicate()).contains(expected);
            assertThat(recorder.unexpected).containsExactly(expected);
            assertThat(answer.replayed()).isTrue();
        }
    }

    @Test
    void laterAttemptTakenForADuplicate_isExpected() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, REPLAYED)) {
            Answer answer =
                    client.send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(answer.replayed()).isTrue();
            assertThat(answer.unexpectedDuplicate()).isEmpty();
            assertThat(recorder.unexpected).isEmpty();
        }
    }

    @Test
    void originalThatThisRequestSent_isExpected() throws Exception {
        AtomicReference<String> original = new AtomicReference<>("");
        try (ScriptedServer server = ScriptedServer.answering(request -> {
            if (original.compareAndSet("", request.header("Idempotency-Attempt"))) {
                return UNAVAILABLE;
            }
            return REPLAYED.with("Idempotency-First-Attempt", String.valueOf(original.get()));
        })) {
            Answer answer =
                    client.send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(answer.replayed()).isTrue();
            assertThat(answer.unexpectedDuplicate()).isEmpty();
        }
    }

    @Test
    void foreignFirstAttempt_isReported_despiteALostAttempt() throws Exception {
        try (ScriptedServer server =
                ScriptedServer.replying(UNAVAILABLE, REPLAYED.with("Idempotency-First-Attempt", "stranger.1"))) {
            Answer answer =
                    client.send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(answer.unexpectedDuplicate().flatMap(UnexpectedDuplicate::firstAttempt))
                    .contains("stranger.1");
            assertThat(recorder.unexpected).hasSize(1);
        }
    }

    @Test
    void originalThatThisRequestWillOnlySendLater_isReported() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(request -> {
            String own = request.header("Idempotency-Attempt");
            return REPLAYED.with("Idempotency-First-Attempt", own.substring(0, own.indexOf('.')) + ".2");
        })) {
            Answer answer =
                    client.send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(answer.unexpectedDuplicate()).isPresent();
        }
    }

    @Test
    void duplicateAfterAttemptsThatNeverConnected_isReported() throws Exception {
        ReservedPort port = ReservedPort.forServer();
        AtomicReference<ScriptedServer> started = new AtomicReference<>();
        Pause startingTheServer = (atMost, end) -> {
            try {
                started.set(ScriptedServer.answeringOn(port.number(), request -> REPLAYED));
                return false;
            } catch (IOException taken) {
                throw new IllegalStateException(taken);
            }
        };
        try (port) {
            Answer answer = IdempotentClient.builder()
                    .httpClient(HTTP)
                    .timing(new RetryTiming(() -> 0, startingTheServer, () -> 0))
                    .retryPolicy(FakeTime.PATIENT)
                    .build()
                    .send(RetryableRequest.post(port.uri()).json("{}").build());

            assertThat(answer.attempts()).hasSize(2);
            assertThat(answer.unexpectedDuplicate()).isPresent();
        } finally {
            ScriptedServer server = started.get();
            if (server != null) {
                server.close();
            }
        }
    }

    @Test
    void secondSendOfARequest_expectsADuplicateOfTheFirst() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(ScriptedReply.of(201, "created"), REPLAYED)) {
            RetryableRequest intention =
                    RetryableRequest.post(server.uri()).json("{}").build();
            client.send(intention);

            Answer again = client.send(intention);

            assertThat(again.replayed()).isTrue();
            assertThat(again.unexpectedDuplicate()).isEmpty();
        }
    }

    @Test
    void resumedRequest_expectsADuplicateOfItsPredecessor() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(REPLAYED.with("Idempotency-First-Attempt", "before.1"))) {
            Answer answer = client.send(RetryableRequest.post(server.uri())
                    .resume(new RequestId("stored"))
                    .json("{}")
                    .build());

            assertThat(answer.replayed()).isTrue();
            assertThat(answer.unexpectedDuplicate()).isEmpty();
        }
    }
}
