package io.counterfoil.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.request.Fingerprinting;
import io.counterfoil.http.response.ResponseClassifier;
import io.counterfoil.http.response.ResponseKind;
import io.counterfoil.idempotency.policy.OnMismatch;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The outcome of a request by its handler's response, and of a request with other contents. */
abstract class OutcomeScenarios extends LimitScenarios {

    OutcomeScenarios() {}

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 206, 302, 303, 400, 401, 403, 404, 409, 410, 412, 422, 451})
    @Tag("RQ-14")
    void repeatableStatus_isRemembered(int status) throws Exception {
        answering(status);
        String path = freshPath();
        String key = fresh();

        Answer first = post(path, "body", KEY, key);

        assertFirst(first, status);
        assertReplay(post(path, "body", KEY, key), first);
        assertThat(effects(path)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429})
    @Tag("RQ-14")
    void temporaryStatus_freesTheKey(int status) throws Exception {
        answering(status);
        assertDiscarded(status);
    }

    @Test
    @Tag("RQ-14")
    void refusalWithRetryAfter_freesTheKey() throws Exception {
        answering(409, field("Retry-After", "1"));
        assertDiscarded(409);
    }

    @Test
    @Tag("RQ-14")
    void rememberedStatuses_areConfigurable() throws Exception {
        guard(guarding(POLICY.withResponses(responses ->
                responses.withClassifier(ResponseClassifier.DEFAULT.when(Set.of(404), ResponseKind.NOT_DONE)))));
        answering(404);
        assertDiscarded(404);
    }

    @Test
    @Tag("RQ-14")
    void refusals_areDiscarded_ifConfigured() throws Exception {
        guard(guarding(POLICY, IMPATIENT.withResults(results -> results.withRememberRefusals(false))));
        answering(422);
        assertDiscarded(422);
    }

    private void answering(int status, HeaderField... more) {
        answer(exchange -> {
            happen(exchange);
            List<HeaderField> fields = new ArrayList<>(List.of(more));
            fields.add(field("X-Run", fresh()));
            exchange.respond(status, fields, status == 204 ? new byte[0] : utf8("run " + fresh()));
        });
    }

    /** The response is sent, and the next request with the key is executed, also with other contents. */
    private void assertDiscarded(int status) throws Exception {
        String path = freshPath();
        String key = fresh();

        Answer first = post(path, "body", KEY, key);
        Answer second = post(path, "body", KEY, key);

        assertFirst(first, status);
        assertThat(first.text()).startsWith("run ");
        assertFirst(second, status);
        assertThat(second.text()).isNotEqualTo(first.text());
        assertThat(effects(path)).as("effects").isEqualTo(backend().isTransactional() ? 0 : 2);
        answer(this::done);
        assertFirst(post(path, "other body", KEY, key), 200);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 599})
    @Tag("RQ-13")
    @Tag("RQ-14")
    void failure_isPassedOnUnchanged_andAbortsTheExecution(int status) throws Exception {
        answer(exchange -> {
            happen(exchange);
            exchange.respond(status, List.of(field("X-Own", "1"), field("Retry-After", "7")), utf8("broken"));
        });
        String path = freshPath();
        String key = fresh();

        Answer failure = post(path, "body", KEY, key, ATTEMPT, "3");

        assertFirst(failure, status);
        assertThat(failure.text()).isEqualTo("broken");
        assertThat(failure.header("X-Own")).contains("1");
        assertThat(failure.header("Retry-After")).contains("7");
        assertThat(failure.header(ATTEMPT)).contains("3");
        assertAborted(path, "body", KEY, key);
    }

    static Stream<Throwable> failures() {
        return Stream.of(
                new IllegalStateException("internal secret"),
                new IOException("internal secret"),
                new Exception("internal secret"),
                new AssertionError("internal secret"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    @Tag("RQ-13")
    void handlerThatThrows_abortsTheExecution(Throwable thrown) throws Exception {
        answer(exchange -> {
            happen(exchange);
            rethrow(thrown);
        });
        String path = freshPath();
        String key = fresh();

        assertFailed(path, key);

        assertAborted(path, "body", KEY, key);
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-13")
    void handlerThrowingDuringItsResponse_abortsAndSendsNothing() throws Exception {
        answer(exchange -> {
            happen(exchange);
            OutputStream out = exchange.begin(200, List.of(field("X-Own", "1")));
            out.write(utf8("half of a response"));
            out.flush();
            throw new IllegalStateException("internal secret");
        });
        String path = freshPath();
        String key = fresh();

        assertFailed(path, key);

        assertAborted(path, "body", KEY, key);
    }

    private static void rethrow(Throwable thrown) throws Exception {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (Exception) thrown;
    }

    /** The client gets 500 or a closed connection, without internals. */
    private void assertFailed(String path, String key) throws Exception {
        try (RawConnection connection = connect()) {
            connection.send(RawConnection.request("POST", path, "body", KEY + ": " + key));
            if (features().contains(Feature.ANSWERS_FAILURES)) {
                Answer failure = connection.read();
                assertThat(failure.status()).as("%s", failure).isEqualTo(500);
                assertThat(failure.header("X-Own")).isEmpty();
                assertThat(failure.text()).doesNotContain("half of a response");
                assertNoInternals(failure);
            } else {
                assertThat(connection.isEndedByServer()).isTrue();
            }
        }
    }

    @Test
    @Tag("RQ-11")
    void otherContentsUnderAUsedKey_areRejected_andChangeNothing() throws Exception {
        String path = freshPath();
        String key = fresh();
        Answer first = post(path, "body", KEY, key);

        Answer refused = post(path, "other body", KEY, key, ATTEMPT, "2");

        assertProblem(refused, 422, ProblemTypes.KEY_REUSED);
        assertThat(refused.header(REPLAYED)).contains("false");
        assertThat(refused.header(ATTEMPT)).contains("2");
        assertThat(refused.text()).contains("\"field\":\"body\"").doesNotContain("done");
        assertProblem(post(path, "", KEY, key), 422, ProblemTypes.KEY_REUSED);
        assertReplay(post(path, "body", KEY, key), first);
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-11")
    void otherContents_areReplayed_ifConfigured() throws Exception {
        guard(guarding(POLICY, IMPATIENT.withDuplicates(duplicates -> duplicates.withOnMismatch(OnMismatch.REPLAY))));
        String path = freshPath();
        String key = fresh();
        Answer first = post(path, "body", KEY, key);

        assertReplay(post(path, "other body", KEY, key), first);

        guard(guarding(POLICY.withFingerprinting(Fingerprinting.NOTHING)));
        String otherKey = fresh();
        Answer other = post(path, "body", KEY, otherKey);
        assertReplay(post(path, "other body", KEY, otherKey), other);
    }

    @Test
    @Tag("RQ-11")
    void contents_areWhatTheEndpointDeclares() throws Exception {
        guard(guarding(POLICY.withFingerprinting(Fingerprinting.BODY.andQuery().andHeaders("X-Amount"))));
        String path = freshPath();
        String key = fresh();
        Answer first = post(path + "?a=1", "body", KEY, key, "X-Amount", "10");

        assertReplay(post(path + "?a=1", "body", KEY, key, "X-Amount", "10"), first);
        assertProblem(post(path + "?a=2", "body", KEY, key, "X-Amount", "10"), 422, ProblemTypes.KEY_REUSED);
        assertProblem(post(path + "?a=1", "body", KEY, key, "X-Amount", "11"), 422, ProblemTypes.KEY_REUSED);
        assertThat(effects(path)).isEqualTo(1);
    }
}
