package io.counterfoil.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.message.ProblemTypes;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Disconnects, connections that are kept after a rejection, and requests that no client library sends. */
abstract class ConnectionScenarios extends FeatureScenarios {

    ConnectionScenarios() {}

    @Test
    @Tag("RQ-13")
    void clientThatDisconnectsWhileSending_claimsNothing() throws Exception {
        String path = freshPath();
        String key = fresh();
        String head = RawConnection.head("POST", path, KEY + ": " + key);
        for (String cut :
                List.of("Content-Length: 10\r\n\r\nbod", "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n6\r\nxx")) {
            try (RawConnection connection = connect()) {
                connection.send(head + cut).endAndAwaitEnd();
            }
            assertThat(effects(path)).isZero();
        }

        assertFirst(post(path, "body of all", KEY, key), 200);
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-13")
    void clientThatDisconnectsDuringExecution_getsTheResultOnRetry() throws Exception {
        Waiters waiters = waiting();
        Gate gate = holding();
        String path = freshPath();
        String key = fresh();
        try (RawConnection connection = connect()) {
            connection.send(RawConnection.request("POST", path, "body", KEY + ": " + key));
            gate.awaitReached();
            connection.breakOff();
        }
        CompletableFuture<Answer> retry = posting(path, "body", KEY, key);
        // Time for a server that notifies handlers of a disconnect.
        waiters.await(1);
        gate.open();

        assertThat(retry.get().status()).isEqualTo(200);
        assertThat(retry.get().header(REPLAYED)).contains("true");
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-13")
    void clientDisconnectedWhileReading_getsAllOnRetry() throws Exception {
        guard(guarding(POLICY, PATIENT));
        byte[] large = LimitScenarios.noise(700_000);
        answer(exchange -> {
            happen(exchange);
            exchange.respond(200, List.of(), large);
        });
        String path = freshPath();
        String key = fresh();
        try (RawConnection connection = connect()) {
            connection.send(RawConnection.request("POST", path, "body", KEY + ": " + key));
            connection.readSome(1000);
            connection.breakOff();
        }

        Answer retry = post(path, "body", KEY, key);

        assertThat(retry.header(REPLAYED)).contains("true");
        assertThat(retry.body()).isEqualTo(large);
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-12")
    void waitingDuplicateThatDisconnects_hasNoEffect() throws Exception {
        Waiters waiters = waiting();
        Gate gate = holding();
        String path = freshPath();
        String key = fresh();
        CompletableFuture<Answer> first = posting(path, "body", KEY, key);
        gate.awaitReached();
        try (RawConnection connection = connect()) {
            connection.send(RawConnection.request("POST", path, "body", KEY + ": " + key));
            waiters.await(1);
            connection.breakOff();
        }
        gate.open();

        assertFirst(first.get(), 200);
        assertReplay(post(path, "body", KEY, key), first.get());
        assertThat(effects(path)).isEqualTo(1);
    }

    /** The unread body of a rejected request must neither block the next request nor be parsed as one. */
    @Test
    @Tag("RQ-15")
    void rejection_keepsTheConnection_orAnnouncesItsEnd() throws Exception {
        guard(guarding(POLICY.withKey(keys -> keys.withRequired(true)).withBody(bodies -> bodies.withMaxBytes(1000))));
        String smuggled = freshPath();
        String body =
                RawConnection.request("POST", smuggled, "", KEY + ": smuggled").repeat(2000);
        String parts = "--b\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n" + body + "\r\n--b--\r\n";
        String inParts = "Content-Type: multipart/form-data; boundary=b";
        String path = freshPath();
        List<String> refused = List.of(
                RawConnection.request("POST", path, body),
                RawConnection.request("POST", path, body, KEY + ": \"unreadable"),
                RawConnection.request("POST", path, body, KEY + ": too-large"),
                RawConnection.request("POST", path, body, KEY + ": twice", CLIENT + ": a", CLIENT + ": b"),
                RawConnection.head("POST", path, KEY + ": too-large") + chunked(body),
                RawConnection.head("POST", path, KEY + ": \"unreadable") + chunked(body),
                RawConnection.request("POST", path, parts, inParts),
                RawConnection.request("POST", path, parts, inParts, KEY + ": \"unreadable"),
                RawConnection.request("POST", path, parts, inParts, KEY + ": too-large"),
                RawConnection.head("POST", path, inParts) + chunked(parts),
                RawConnection.head("POST", path, inParts, KEY + ": too-large") + chunked(parts));
        for (String request : refused) {
            try (RawConnection connection = connect()) {
                Answer refusal = connection.send(request).read();
                assertThat(refusal.status()).as("%s", refusal).isIn(400, 413);
                assertKeptOrAnnouncedEnd(connection, refusal);
            }
        }
        assertThat(effects(smuggled)).as("requests taken from a body").isZero();
        assertThat(effects(path)).isZero();
    }

    private static String chunked(String body) {
        return "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(body.length()) + "\r\n" + body
                + "\r\n0\r\n\r\n";
    }

    private void assertKeptOrAnnouncedEnd(RawConnection connection, Answer refusal) throws Exception {
        if (refusal.all("Connection").stream().anyMatch("close"::equalsIgnoreCase)) {
            assertThat(connection.isEndedByServer()).isTrue();
            return;
        }
        String next = freshPath();
        assertFirst(
                connection
                        .send(RawConnection.request("POST", next, "body", KEY + ": next"))
                        .read(),
                200);
        assertThat(effects(next)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-11")
    void connection_isKeptAfterEveryResponse() throws Exception {
        String path = freshPath();
        String key = fresh();
        try (RawConnection connection = connect()) {
            String request = RawConnection.request("POST", path, "body", KEY + ": " + key);
            Answer first = connection.send(request).read();
            assertReplay(connection.send(request).read(), first);
            Answer reused = connection
                    .send(RawConnection.request("POST", path, "other", KEY + ": " + key))
                    .read();
            assertProblem(reused, 422, ProblemTypes.KEY_REUSED);
            assertReplay(connection.send(request).read(), first);
        }
    }

    @Test
    @Tag("RQ-7")
    void pipelinedRequests_areAnsweredInOrder() throws Exception {
        String path = freshPath();
        String request = RawConnection.request("POST", path, "body", KEY + ": " + fresh());
        String other = RawConnection.request("POST", freshPath(), "body", KEY + ": " + fresh());
        try (RawConnection connection = connect()) {
            connection.send(request + other + request);
            Answer first = connection.read();
            Answer second = connection.read();

            assertFirst(first, 200);
            assertFirst(second, 200);
            assertThat(second.text()).isNotEqualTo(first.text());
            assertReplay(connection.read(), first);
        }
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-11")
    void chunkedBody_isTheSameAsOneOfKnownLength() throws Exception {
        String path = freshPath();
        String key = fresh();
        Answer first = post(path, "body", KEY, key);

        Answer chunked = raw(RawConnection.head("POST", path, KEY + ": " + key)
                + "Transfer-Encoding: chunked\r\n\r\n1\r\nb\r\n3\r\nody\r\n0\r\n\r\n");

        assertReplay(chunked, first);
    }

    @Test
    @Tag("RQ-15")
    void expectContinue_isRejectedWithoutTheBody_orContinued() throws Exception {
        String path = freshPath();
        String head =
                RawConnection.head("POST", path, KEY + ": %s", "Expect: 100-continue") + "Content-Length: 4\r\n\r\n";

        try (RawConnection taken = connect();
                RawConnection refused = connect()) {
            assertFirst(askingFirst(taken, head.formatted(fresh()), "body"), 200);
            assertProblem(askingFirst(refused, head.formatted("\"unreadable"), "body"), 400, ProblemTypes.BAD_HEADER);
        }
        assertThat(effects(path)).isEqualTo(1);
    }

    /** The response to a client that sends its body only after 100 (Continue). */
    private static Answer askingFirst(RawConnection connection, String head, String body) throws IOException {
        Answer answer = connection.send(head).readOne();
        return answer.status() == 100 ? connection.send(body).read() : answer;
    }

    @Test
    @Tag("RQ-7")
    void http10Client_isServed() throws Exception {
        String path = freshPath();
        String request = RawConnection.request("POST", path, "body", KEY + ": " + fresh())
                .replace("HTTP/1.1", "HTTP/1.0");

        Answer first = raw(request);
        Answer second = raw(request);

        assertFirst(first, 200);
        assertReplay(second, first);
    }
}
