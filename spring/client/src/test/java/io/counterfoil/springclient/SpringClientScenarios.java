package io.counterfoil.springclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.client.retry.Attempt;
import io.counterfoil.http.client.retry.AttemptListener;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetrySettings;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.http.client.retry.UnexpectedDuplicate;
import io.counterfoil.http.client.retry.UnexpectedDuplicateException;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.testkit.network.Fault;
import io.counterfoil.testkit.network.FaultPlan;
import io.counterfoil.testkit.network.FaultyChannel;
import io.counterfoil.testkit.network.ReservedPort;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.network.SeenRequest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;

/** What both kinds of Spring's clients do alike. */
@Timeout(600)
abstract class SpringClientScenarios {

    static final Consumer<Map<String, Object>> NO_CHOICE = attributes -> {};
    static final ScriptedReply CREATED = ScriptedReply.of(201, "created");
    static final ScriptedReply UNAVAILABLE = ScriptedReply.of(503, "later");

    /** The first request of a JVM may take many seconds, and must not be an attempt more than a test counts. */
    static final RetryPolicy PATIENT = RetryPolicy.DEFAULT
            .withBackoff(Duration.ofMillis(1), Duration.ofMillis(2))
            .withBudget(Duration.ofMinutes(4))
            .withAttemptTimeout(Duration.ofMinutes(4));

    static final RetryPolicy POLICY = PATIENT.withMaxAttempts(5);

    final Listener listener = new Listener();
    final RetrySettings retries = RetrySettings.DEFAULT.withPolicy(POLICY).withListener(listener);

    /** What came back: the status and the body, whatever the status. */
    record Called(int status, String body, HttpHeaders headers) {}

    /** What is sent; an empty body is none. */
    record Call(
            String method, URI uri, String body, Map<String, String> headers, Consumer<Map<String, Object>> choice) {}

    /** Sends it by a client of the kind, with these rules. */
    abstract Called call(RetrySettings rules, Call call) throws Exception;

    /** Posts by a client of the kind, in which a layer further out sends what failed once more. */
    abstract String postFromALayerThatSendsAgain(RetrySettings rules, URI uri) throws Exception;

    /** Whether the client tells a reset during the TLS handshake from a later one. */
    boolean reportsResetsOfHandshakes() {
        return true;
    }

    final Called post(RetrySettings rules, URI uri) throws Exception {
        return call(rules, new Call("POST", uri, "{\"seats\":2}", Map.of(), NO_CHOICE));
    }

    @Test
    @Tag("RC-1")
    @Tag("RC-2")
    @Tag("RQ-10")
    void retries_keepTheRequestIdAndTheBody_andNumberTheAttempts() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, UNAVAILABLE, CREATED)) {
            Called called = post(retries, server.uri());

            assertThat(called.status()).isEqualTo(201);
            assertThat(called.body()).isEqualTo("created");
            assertThat(server.seen()).hasSize(3);
            String key = server.seen().get(0).header("Idempotency-Key");
            assertThat(UuidV7.isV7(UUID.fromString(key.substring(1, key.length() - 1))))
                    .isTrue();
            assertThat(server.seen())
                    .allMatch(seen -> seen.header("Idempotency-Key").equals(key));
            assertThat(server.seen()).allMatch(seen -> seen.body().equals("{\"seats\":2}"));
            assertThat(server.seen())
                    .allMatch(seen -> seen.header("Content-Type").startsWith("application/json"));
            assertThat(server.seen())
                    .extracting(seen -> seen.header("Idempotency-Attempt"))
                    .doesNotHaveDuplicates()
                    .isEqualTo(listener.finished.stream()
                            .map(it -> it.id().value())
                            .toList());
        }
    }

    @Test
    @Tag("RC-1")
    @Tag("RC-3")
    void outerLayerThatSendsAgain_sendsTheSameRequestId() throws Exception {
        ScriptedReply replayed = CREATED.with("Idempotency-Replayed", "true").with("X-Try", "second");
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, replayed)) {
            assertThat(postFromALayerThatSendsAgain(retries.withPolicy(POLICY.withMaxAttempts(1)), server.uri()))
                    .isEqualTo("created");

            assertOneRequest(server);
            assertThat(listener.unexpected).isEmpty();
        }
    }

    /** In two attempts, which can be distinguished. */
    static void assertOneRequest(ScriptedServer server) {
        assertThat(server.seen())
                .hasSize(2)
                .extracting(seen -> seen.header("Idempotency-Key"))
                .containsOnly(server.seen().get(0).header("Idempotency-Key"));
        assertThat(server.seen())
                .extracting(seen -> seen.header("Idempotency-Attempt"))
                .doesNotHaveDuplicates();
    }

    @Test
    @Tag("RC-1")
    void twoRequests_haveTwoRequestIds() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            post(retries, server.uri());
            post(retries, server.uri());

            assertThat(server.seen())
                    .extracting(seen -> seen.header("Idempotency-Key"))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    @Tag("RC-1")
    @Tag("RC-4")
    void badNetwork_getsEverythingDoneOnce() throws Exception {
        AtomicInteger effects = new AtomicInteger();
        Map<String, ScriptedReply> records = new ConcurrentHashMap<>();
        try (ScriptedServer server = ScriptedServer.answering(request -> {
                    boolean[] fresh = {false};
                    ScriptedReply reply = records.computeIfAbsent(request.header("Idempotency-Key"), key -> {
                        fresh[0] = true;
                        return ScriptedReply.of(201, "order " + effects.incrementAndGet())
                                .with("Idempotency-First-Attempt", request.header("Idempotency-Attempt"));
                    });
                    return fresh[0] ? ScriptedReply.of(201, reply.body()) : reply.with("Idempotency-Replayed", "true");
                });
                FaultyChannel channel = FaultyChannel.open(
                        "127.0.0.1",
                        server.port(),
                        FaultPlan.random(
                                7,
                                Fault.loseRequest().at(0.1),
                                Fault.loseResponse().at(0.2),
                                Fault.truncateResponse(0).at(0.1),
                                Fault.truncateResponse(90).at(0.2)))) {
            RetrySettings patient = retries.withPolicy(POLICY.withMaxAttempts(50));
            for (int i = 1; i <= 40; i++) {
                assertThat(post(patient, channel.uri("/orders")).body()).isEqualTo("order " + i);
            }

            assertThat(effects.get()).isEqualTo(40);
            assertThat(listener.unexpected).isEmpty();
            assertThat(listener.finished).hasSizeGreaterThan(45);
        }
    }

    @ParameterizedTest
    @Tag("RC-4")
    @ValueSource(ints = {200, 400, 404, 409, 422, 500})
    void answers_comeThroughAsTheyAre(int status) throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(
                ScriptedReply.of(status, "as it is").with("X-Own", "kept").with("Content-Type", "text/plain"))) {
            Called called = post(retries, server.uri());

            assertThat(called.status()).isEqualTo(status);
            assertThat(called.body()).isEqualTo("as it is");
            assertThat(called.headers().getFirst("X-Own")).isEqualTo("kept");
            assertThat(server.seen()).hasSize(1);
        }
    }

    @Test
    @Tag("RC-4")
    void emptyAnswer_comesThrough() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(ScriptedReply.of(200, ""))) {
            assertThat(post(retries, server.uri()).body()).isEmpty();
        }
    }

    @Test
    @Tag("RC-4")
    void requestInProgress_isAskedForAgain() throws Exception {
        ScriptedReply inProgress = ScriptedReply.of(409, "{\"type\": \"" + ProblemTypes.REQUEST_IN_PROGRESS + "\"}")
                .with("Content-Type", "application/problem+json");
        try (ScriptedServer server = ScriptedServer.replying(inProgress, CREATED)) {
            assertThat(post(retries, server.uri()).status()).isEqualTo(201);
        }
    }

    @Test
    @Tag("RC-2")
    void givingUp_hasTheAttemptsAndTheLastAnswer() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE)) {
            RetriesExhaustedException gaveUp =
                    gaveUp(() -> post(retries.withPolicy(POLICY.withMaxAttempts(2)), server.uri()));

            assertThat(gaveUp.attempts()).hasSize(2);
            assertThat(gaveUp.lastAnswer().orElseThrow().text()).isEqualTo("later");
            assertThat(gaveUp.effectUnknown()).isTrue();
        }
    }

    @Test
    @Tag("RC-2")
    void retryAfterPastTheBudget_givesUpAtOnce() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE.with("Retry-After", "3600"))) {
            assertThat(catchThrowable(() -> post(retries, server.uri())).getCause())
                    .isInstanceOf(RetriesExhaustedException.class)
                    .hasMessageContaining("asks for a pause of PT1H");
            assertThat(server.seen()).hasSize(1);
        }
    }

    @Test
    @Tag("RC-4")
    void unreachableServer_isRetried_andLeavesNoUnknownEffect() throws Exception {
        try (ReservedPort nobody = ReservedPort.any()) {
            RetriesExhaustedException gaveUp = gaveUp(() -> post(retries, nobody.uri()));

            assertThat(gaveUp.attempts()).hasSize(5);
            assertThat(gaveUp.effectUnknown()).isFalse();
        }
    }

    @Test
    @Tag("RC-4")
    void tlsToAPlainPort_isNotRetried_andHasSentNothing() throws Exception {
        try (PlainPort server = new PlainPort()) {
            RetriesExhaustedException gaveUp = gaveUp(() -> post(retries, server.httpsUri()));

            assertThat(gaveUp.attempts()).as("%s", gaveUp).hasSize(1);
            assertThat(gaveUp.effectUnknown()).as("%s", gaveUp).isFalse();
        }
    }

    @Test
    @Tag("RC-4")
    void resetDuringTheHandshake_isRetried_andHasSentNothing() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED);
                FaultyChannel channel = FaultyChannel.open(
                        "127.0.0.1",
                        server.port(),
                        FaultPlan.random(1, Fault.loseRequest().at(1)))) {
            URI https = URI.create("https://127.0.0.1:" + channel.port() + "/orders");
            RetriesExhaustedException gaveUp = gaveUp(() -> post(retries, https));

            assertThat(gaveUp.attempts()).as("%s", gaveUp).hasSize(5);
            assertThat(gaveUp.effectUnknown()).as("%s", gaveUp).isEqualTo(!reportsResetsOfHandshakes());
        }
    }

    @Test
    @Tag("RC-4")
    void answerThatBreaksOff_isAskedForAgain() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED, CREATED);
                FaultyChannel channel = FaultyChannel.open(
                        "127.0.0.1", server.port(), FaultPlan.scripted(Fault.truncateResponse(45)))) {
            assertThat(post(retries, channel.uri("/orders")).body()).isEqualTo("created");
            assertThat(server.seen()).hasSize(2);
        }
    }

    @Test
    void answerPastTheLimit_isGivenUpAtOnce() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(ScriptedReply.of(200, "x".repeat(1_001)))) {
            assertThat(catchThrowable(() -> post(retries.withResponseBodyLimit(1_000), server.uri()))
                            .getCause())
                    .isInstanceOf(RetriesExhaustedException.class)
                    .hasMessageContaining("too large");
            assertThat(server.seen()).hasSize(1);
            assertThat(post(retries.withResponseBodyLimit(1_001), server.uri()).body())
                    .hasSize(1_001);
        }
    }

    @ParameterizedTest
    @Tag("RC-4")
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "PUT", "DELETE"})
    void idempotentMethod_isRetriedWithoutAKey(String method) throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(ScriptedReply.of(503, ""), ScriptedReply.of(200, ""))) {
            String body = method.equals("PUT") ? "{}" : "";

            Called called = call(retries, new Call(method, server.uri(), body, Map.of(), NO_CHOICE));

            assertThat(called.status()).isEqualTo(200);
            assertThat(server.seen())
                    .hasSize(2)
                    .allMatch(seen -> seen.header("Idempotency-Key").isEmpty())
                    .extracting(seen -> seen.header("Idempotency-Attempt"))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void methodOfUnknownMeaning_isSentOnceAsItIs() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            Called called = call(retries, new Call("LOCK", server.uri(), "", Map.of(), NO_CHOICE));

            assertThat(called.status()).isEqualTo(503);
            assertThat(server.seen()).hasSize(1);
            assertThat(server.seen().get(0).header("Idempotency-Attempt")).isEmpty();
        }
    }

    @Test
    @Tag("RC-1")
    void keyOfTheCallersOwn_staysAsItIs() throws Exception {
        ScriptedReply replayed =
                CREATED.with("Idempotency-Replayed", "true").with("Idempotency-First-Attempt", "an earlier one");
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, replayed)) {
            call(retries, new Call("POST", server.uri(), "{}", Map.of("Idempotency-Key", "own-key"), NO_CHOICE));

            assertThat(server.seen())
                    .hasSize(2)
                    .allMatch(seen -> seen.header("Idempotency-Key").equals("own-key"));
            assertThat(listener.unexpected).isEmpty();
        }
    }

    @Test
    void keyThatCannotBeRead_isRefusedBeforeAnythingIsSent() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            Call bad = new Call("POST", server.uri(), "{}", Map.of("Idempotency-Key", "k".repeat(256)), NO_CHOICE);

            assertThatThrownBy(() -> call(retries, bad)).isInstanceOf(InvalidIdentifierException.class);
            assertThat(server.seen()).isEmpty();
        }
    }

    @Test
    @Tag("RC-1")
    void requestIdAttribute_onAPut_isSent() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            RequestId own = new RequestId("own");

            call(retries, new Call("PUT", server.uri(), "{}", Map.of(), IdempotentRequests.under(own)));

            assertThat(server.seen())
                    .hasSize(2)
                    .allMatch(seen -> seen.header("Idempotency-Key").equals("\"own\""));
            assertThat(listener.requestIds).containsOnly(own);
        }
    }

    @Test
    void keyInTheBody_sendsNoFieldAndIsRetriedAllTheSame() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            RequestId inBody = new RequestId("ledger-for-subsidy-Zoë");

            call(retries, new Call("POST", server.uri(), "{}", Map.of(), IdempotentRequests.keyInBody(inBody)));

            assertThat(server.seen())
                    .hasSize(2)
                    .allMatch(seen -> seen.header("Idempotency-Key").isEmpty());
            assertThat(listener.requestIds).containsOnly(inBody);
        }
    }

    @Test
    void untouchedRequest_isSentOnceAsItIs() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            Called called =
                    call(retries, new Call("POST", server.uri(), "{}", Map.of(), IdempotentRequests.untouched()));

            assertThat(called.status()).isEqualTo(503);
            assertThat(server.seen()).hasSize(1);
            SeenRequest seen = server.seen().get(0);
            assertThat(seen.header("Idempotency-Key")).isEmpty();
            assertThat(seen.header("Idempotency-Attempt")).isEmpty();
        }
    }

    @Test
    void twoKeysForOneRequest_areRefused() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            Call both = new Call(
                    "POST",
                    server.uri(),
                    "{}",
                    Map.of("Idempotency-Key", "one"),
                    IdempotentRequests.under(new RequestId("other")));

            assertThatThrownBy(() -> call(retries, both))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("remove one of them");
            assertThat(server.seen()).isEmpty();
        }
    }

    @Test
    @Tag("RC-3")
    void unexpectedDuplicate_isReportedAndByChoiceThrown() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED.with("Idempotency-Replayed", "true"))) {
            assertThat(post(retries, server.uri()).status()).isEqualTo(201);
            assertThat(listener.unexpected).hasSize(1);

            assertThatThrownBy(() -> post(retries.withFailOnUnexpectedDuplicates(true), server.uri()))
                    .isInstanceOfSatisfying(
                            UnexpectedDuplicateException.class,
                            it -> assertThat(it.answer().text()).isEqualTo("created"));
        }
    }

    @Test
    @Tag("RC-6")
    void attempts_descendFromTheCurrentCorrelationId() throws Exception {
        CorrelationId work = CorrelationId.parse("work.7");
        Correlation.Scope scope = Correlation.open(work);
        try (scope;
                ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            post(retries, server.uri());

            assertThat(server.seen())
                    .extracting(seen -> seen.header("Correlation-Id"))
                    .hasSize(2)
                    .doesNotHaveDuplicates()
                    .allMatch(id -> CorrelationId.parse(id).isDescendantOf(work));
            assertThat(Correlation.current()).contains(work);
        }
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
    }

    private static RetriesExhaustedException gaveUp(ThrowableAssert.ThrowingCallable call) {
        return Stream.iterate(catchThrowable(call), Objects::nonNull, Throwable::getCause)
                .filter(RetriesExhaustedException.class::isInstance)
                .map(RetriesExhaustedException.class::cast)
                .findFirst()
                .orElseThrow();
    }

    /** Records the calls of the listener. */
    static final class Listener implements AttemptListener {

        final List<Attempt> finished = new CopyOnWriteArrayList<>();
        final List<RequestId> requestIds = new CopyOnWriteArrayList<>();
        final List<UnexpectedDuplicate> unexpected = new CopyOnWriteArrayList<>();

        @Override
        public void finished(RetryableRequest intention, Attempt attempt) {
            finished.add(attempt);
            requestIds.add(intention.requestId());
        }

        @Override
        public void unexpectedDuplicate(RetryableRequest intention, UnexpectedDuplicate duplicate) {
            unexpected.add(duplicate);
        }
    }
}
