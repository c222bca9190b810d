package io.counterfoil.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.request.BodyRate;
import io.counterfoil.testkit.thread.TestThreads;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Limits, bodies and store failures. */
abstract class LimitScenarios extends ConcurrencyScenarios {

    private static final int MAX_BODY = 1000;
    private static final String STORED = "Idempotency-Stored";

    LimitScenarios() {}

    @Test
    @Tag("RQ-15")
    void bodyOverTheLimit_isRejected_andNothingIsClaimed() throws Exception {
        guard(guarding(POLICY.withBody(bodies -> bodies.withMaxBytes(MAX_BODY))));
        String path = freshPath();
        String key = fresh();

        Answer declared = send("POST", path, new byte[MAX_BODY + 1], KEY, key, ATTEMPT, "1");
        Answer chunked = send("POST", path, chunks(new byte[MAX_BODY + 1]), KEY, key, ATTEMPT, "2");

        for (Answer refused : List.of(declared, chunked)) {
            assertProblem(refused, 413, ProblemTypes.BODY_TOO_LARGE);
            assertThat(refused.text()).contains("\"field\":\"body\"", MAX_BODY + " bytes");
            assertThat(refused.header(REPLAYED)).contains("false");
        }
        assertThat(declared.header(ATTEMPT)).contains("1");
        assertThat(chunked.header(ATTEMPT)).contains("2");
        assertThat(effects(path)).isZero();
        assertFirst(send("POST", path, new byte[MAX_BODY], KEY, key), 200);
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-15")
    void bodyFarOverTheLimit_isRejected_visiblyToTheClient() throws Exception {
        guard(guarding(POLICY.withBody(bodies -> bodies.withMaxBytes(MAX_BODY))));

        assertProblem(send("POST", freshPath(), new byte[600_000], KEY, fresh()), 413, ProblemTypes.BODY_TOO_LARGE);
        assertProblem(
                send("POST", freshPath(), chunks(new byte[600_000]), KEY, fresh()), 413, ProblemTypes.BODY_TOO_LARGE);
    }

    @Test
    @Tag("RQ-15")
    void bodyWithoutAKey_hasNoLimit() throws Exception {
        guard(guarding(POLICY.withBody(bodies -> bodies.withMaxBytes(MAX_BODY))));
        answer(exchange ->
                exchange.respond(200, List.of(), utf8("" + exchange.body().readAllBytes().length)));

        assertThat(send("POST", freshPath(), new byte[50_000]).text()).isEqualTo("50000");
    }

    @Test
    @Tag("RQ-15")
    void responseOverTheLimit_isSentWhole_butNotStored() throws Exception {
        guard(guarding(POLICY, IMPATIENT.withResults(results -> results.withMaxBytes(10_000))));
        byte[] large = noise(300_000);
        answer(exchange -> {
            happen(exchange);
            try (OutputStream out = exchange.begin(200, List.of(field("ETag", "\"v3\"")))) {
                out.write(large);
            }
        });
        String path = freshPath();
        String key = fresh();

        Answer first = post(path, "body", KEY, key);
        Answer second = post(path, "body", KEY, key);

        assertFirst(first, 200);
        assertThat(first.body()).isEqualTo(large);
        assertThat(first.header(STORED)).contains("false");
        assertThat(first.header("ETag")).contains("\"v3\"");
        assertProblem(second, 409, ProblemTypes.RESPONSE_NOT_STORED);
        assertThat(second.header(REPLAYED)).contains("true");
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-15")
    void responseWithinTheLimit_isNotMarked() throws Exception {
        assertThat(post(freshPath(), "body", KEY, fresh()).header(STORED)).isEmpty();
    }

    @Test
    @Tag("RQ-7")
    void handler_readsTheWholeBodyOnce() throws Exception {
        byte[] body = noise(500_000);
        answer(exchange -> {
            InputStream in = exchange.body();
            byte[] head = in.readNBytes(3);
            byte[] rest = in.readAllBytes();
            boolean ended = in.read() < 0 && in.readNBytes(1).length == 0;
            byte[] all = new byte[head.length + rest.length];
            System.arraycopy(head, 0, all, 0, head.length);
            System.arraycopy(rest, 0, all, head.length, rest.length);
            exchange.respond(200, List.of(field("X-Ended", "" + ended)), all);
        });
        String path = freshPath();
        String key = fresh();

        Answer known = send("POST", path, body, KEY, key);
        Answer chunked = send("POST", path, chunks(body), KEY, key);
        Answer chunkedFirst = send("POST", path, chunks(body), KEY, fresh());

        assertFirst(known, 200);
        assertThat(known.body()).isEqualTo(body);
        assertThat(known.header("X-Ended")).contains("true");
        assertReplay(chunked, known);
        assertFirst(chunkedFirst, 200);
        assertThat(chunkedFirst.body()).isEqualTo(body);
    }

    @Test
    @Tag("RQ-7")
    void handlerThatReadsNoBody_isSupported() throws Exception {
        String path = freshPath();
        String request = RawConnection.request("POST", path, "x".repeat(10_000), KEY + ": " + fresh());
        try (RawConnection connection = connect()) {
            Answer first = connection.send(request).read();
            assertFirst(first, 200);
            assertReplay(connection.send(request).read(), first);
        }
    }

    @Test
    @Tag("RQ-6")
    @Tag("RQ-15")
    void client_withTooManyInProgress_isRejectedWithRetryAfter() throws Exception {
        guard(guarding(POLICY, IMPATIENT.withLimits(limits -> limits.withInProgressPerClient(1))));
        String held = freshPath();
        Gate gate = holding(held::equals);
        CompletableFuture<Answer> first = posting(held, "body", KEY, fresh(), CLIENT, "greedy");
        gate.awaitReached();
        String path = freshPath();
        String key = fresh();

        Answer refused = post(path, "body", KEY, key, CLIENT, "greedy");
        Answer other = post(path, "body", KEY, key, CLIENT, "modest");
        gate.open();

        assertProblem(refused, 429, ProblemTypes.TOO_MANY_OPEN);
        assertThat(refused.header("Retry-After")).contains("1");
        assertThat(refused.header(REPLAYED)).contains("false");
        assertFirst(other, 200);
        assertFirst(first.get(), 200);
        assertFirst(post(path, "body", KEY, key, CLIENT, "greedy"), 200);
    }

    @Test
    @Tag("RQ-6")
    @Tag("RQ-15")
    void client_withTooManyIncomingBodies_isRejectedWithRetryAfter() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        BodyRate rate = BodyRate.DEFAULT.measuredBy(() -> {
            reading.countDown();
            return 0;
        });
        guard(guarding(
                POLICY.withBody(bodies -> bodies.withRate(rate)),
                IMPATIENT.withLimits(limits -> limits.withInProgressPerClient(1))));
        try (RawConnection connection = connect()) {
            connection.send(RawConnection.head("POST", freshPath(), KEY + ": " + fresh(), CLIENT + ": greedy")
                    + "Content-Length: 4\r\n\r\nbo");
            TestThreads.await(reading);

            Answer refused = post(freshPath(), "body", KEY, fresh(), CLIENT, "greedy");
            Answer other = post(freshPath(), "body", KEY, fresh(), CLIENT, "modest");
            Answer slow = connection.send("dy").read();

            assertProblem(refused, 429, ProblemTypes.TOO_MANY_OPEN);
            assertThat(refused.header("Retry-After")).contains("1");
            assertThat(refused.header(REPLAYED)).contains("false");
            assertFirst(other, 200);
            assertFirst(slow, 200);
        }
        assertFirst(post(freshPath(), "body", KEY, fresh(), CLIENT, "greedy"), 200);
    }

    @Test
    @Tag("RQ-15")
    void slowBody_isRejected_andNothingIsClaimed() throws Exception {
        AtomicLong hours = new AtomicLong();
        BodyRate rate = BodyRate.DEFAULT.measuredBy(
                () -> Duration.ofHours(hours.incrementAndGet()).toNanos());
        guard(guarding(POLICY.withBody(bodies -> bodies.withRate(rate))));
        String path = freshPath();
        String key = fresh();

        Answer declared = post(path, "body", KEY, key, ATTEMPT, "1");
        Answer chunked = send("POST", path, chunks(utf8("body")), KEY, key, ATTEMPT, "2");

        for (Answer refused : List.of(declared, chunked)) {
            assertProblem(refused, 408, ProblemTypes.BODY_TOO_SLOW);
            assertThat(refused.text()).contains("\"field\":\"body\"", "10000 ms", "8192 bytes");
            assertThat(refused.header(REPLAYED)).contains("false");
        }
        assertThat(declared.header(ATTEMPT)).contains("1");
        assertThat(chunked.header(ATTEMPT)).contains("2");
        assertThat(effects(path)).isZero();
        guard(guarding(POLICY));
        assertFirst(post(path, "body", KEY, key), 200);
    }

    @Test
    @Tag("RQ-13")
    void unreachableStore_isReported_andNothingIsExecuted() throws Exception {
        guard(guarding(POLICY, backend().engineWithoutStore().with(IMPATIENT)));
        String path = freshPath();
        String key = fresh();

        Answer refused = post(path, "body", KEY, key, ATTEMPT, "1");

        assertStoreUnavailable(refused);
        assertThat(refused.header(ATTEMPT)).contains("1");
        assertThat(effects(path)).isZero();
        assertThat(post(path, "body").status()).as("without a key").isEqualTo(200);
    }

    @Test
    @Tag("RQ-13")
    void storeFailureAtCompletion_hidesTheHandlersResponse() throws Exception {
        guard(guarding(POLICY, backend().engineThatFailsAtCompletion().with(IMPATIENT)));
        answer(exchange -> {
            happen(exchange);
            try (OutputStream out = exchange.begin(201, List.of(field("X-Own", "1")))) {
                out.write(utf8("it is done, believe me"));
                out.flush();
            }
        });
        String path = freshPath();
        String key = fresh();

        Answer refused = post(path, "body", KEY, key);

        assertStoreUnavailable(refused);
        assertThat(refused.header("X-Own")).isEmpty();
        assertThat(refused.text()).doesNotContain("believe me");
        assertThat(effects(path)).isEqualTo(backend().isTransactional() ? 0 : 1);
        if (backend().isTransactional()) {
            guard(guarding(POLICY));
            assertAborted(path, "body", KEY, key);
        }
    }

    private static void assertStoreUnavailable(Answer answer) {
        assertProblem(answer, 503, ProblemTypes.STORE_UNAVAILABLE);
        assertThat(answer.header("Retry-After")).contains("1");
        assertThat(answer.header(REPLAYED)).contains("false");
    }

    private static java.net.http.HttpRequest.BodyPublisher chunks(byte[] body) {
        return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
    }

    static byte[] noise(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
