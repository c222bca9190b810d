package io.counterfoil.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.AttemptResult;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.testkit.network.Fault;
import io.counterfoil.testkit.network.FaultPlan;
import io.counterfoil.testkit.network.FaultyChannel;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.network.SeenRequest;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class BadNetworkTest {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Recorder recorder = new Recorder();
    private final IdempotentClient client = IdempotentClient.builder()
            .httpClient(HTTP)
            .retryPolicy(FakeTime.PATIENT.withMaxAttempts(50).withBackoff(Duration.ofMillis(1), Duration.ofMillis(2)))
            .attemptListener(recorder)
            .build();

    @Test
    @Tag("RC-1")
    @Tag("RC-2")
    @Tag("RC-4")
    @Tag("RQ-10")
    void lostResponse_isAskedForAgainUnderTheSameKeyByANewAttempt() throws Exception {
        Deduplicator deduplicator = new Deduplicator();
        try (ScriptedServer server = ScriptedServer.answering(deduplicator::answer);
                FaultyChannel channel =
                        FaultyChannel.open("127.0.0.1", server.port(), FaultPlan.scripted(Fault.loseResponse()))) {
            RetryableRequest intention =
                    RetryableRequest.post(channel.uri("/orders")).json("{}").build();

            Answer answer = client.send(intention);

            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.replayed()).isTrue();
            assertThat(answer.unexpectedDuplicate()).isEmpty();
            assertThat(answer.attempts()).hasSize(2);
            assertThat(answer.attempts().get(0).result()).isInstanceOf(AttemptResult.Failed.class);
            assertThat(server.seen()).hasSize(2);
            assertThat(server.seen().get(1).header("Idempotency-Key"))
                    .isEqualTo(server.seen().get(0).header("Idempotency-Key"));
            assertThat(server.seen().get(1).header("Idempotency-Attempt"))
                    .isNotEqualTo(server.seen().get(0).header("Idempotency-Attempt"));
            assertThat(deduplicator.executed.get()).isEqualTo(1);
        }
    }

    @Test
    @Tag("RC-2")
    @Tag("RC-4")
    void attempt_isOneRequestAtTheServer() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(request -> ScriptedReply.of(201, "created"));
                FaultyChannel channel = FaultyChannel.open(
                        "127.0.0.1",
                        server.port(),
                        FaultPlan.random(
                                5,
                                Fault.loseRequest().at(0.2),
                                Fault.loseResponse().at(0.2),
                                Fault.truncateResponse(0).at(0.1),
                                Fault.truncateResponse(25).at(0.1)))) {
            for (int i = 0; i < 100; i++) {
                client.send(
                        RetryableRequest.post(channel.uri("/orders")).json("{}").build());
            }

            assertThat(server.seen().stream().map(seen -> seen.header("Idempotency-Attempt")))
                    .doesNotHaveDuplicates();
            assertThat(channel.exchanges()).isEqualTo(recorder.finished.size());
            assertThat(server.seen())
                    .hasSize(recorder.finished.size() - (int) channel.happened(Fault.Kind.REQUEST_LOST));
        }
    }

    @Test
    @Tag("RC-1")
    @Tag("RC-2")
    @Tag("RC-3")
    @Tag("RC-4")
    void concurrentClientsOnABadNetwork_getEverythingDoneOnce() throws Exception {
        int threads = 8;
        int each = 50;
        Deduplicator deduplicator = new Deduplicator();
        ExecutorService senders = Executors.newFixedThreadPool(threads);
        try (ScriptedServer server = ScriptedServer.answering(deduplicator::answer);
                FaultyChannel channel = FaultyChannel.open(
                        "127.0.0.1",
                        server.port(),
                        FaultPlan.random(
                                11,
                                Fault.loseRequest().at(0.1),
                                Fault.loseResponse().at(0.2),
                                Fault.truncateResponse(40).at(0.1)))) {
            List<Future<List<Answer>>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                all.add(senders.submit(() -> {
                    List<Answer> answers = new ArrayList<>();
                    for (int j = 0; j < each; j++) {
                        answers.add(client.send(RetryableRequest.post(channel.uri("/orders"))
                                .json("{}")
                                .build()));
                    }
                    return answers;
                }));
            }
            List<Answer> answers = new ArrayList<>();
            for (Future<List<Answer>> one : all) {
                answers.addAll(one.get());
            }

            assertThat(answers.stream().map(Answer::text))
                    .hasSize(threads * each)
                    .doesNotHaveDuplicates();
            assertThat(deduplicator.executed.get()).isEqualTo(threads * each);
            assertThat(recorder.unexpected).isEmpty();
            assertThat(answers.stream().filter(Answer::replayed)).isNotEmpty();
        } finally {
            senders.shutdownNow();
        }
    }

    /** What a server that deduplicates does, as far as a client can tell. */
    private static final class Deduplicator {

        final AtomicInteger executed = new AtomicInteger();
        private final Map<String, ScriptedReply> records = new ConcurrentHashMap<>();

        ScriptedReply answer(SeenRequest request) {
            boolean[] fresh = {false};
            ScriptedReply reply = records.computeIfAbsent(request.header("Idempotency-Key"), key -> {
                fresh[0] = true;
                return ScriptedReply.of(201, "order " + executed.incrementAndGet())
                        .with("Idempotency-First-Attempt", request.header("Idempotency-Attempt"));
            });
            return fresh[0] ? ScriptedReply.of(201, reply.body()) : reply.with("Idempotency-Replayed", "true");
        }
    }
}
