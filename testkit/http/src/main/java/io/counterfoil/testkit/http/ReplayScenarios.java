package io.counterfoil.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.response.StoredFields;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The response to a duplicate and its replay fields. */
abstract class ReplayScenarios extends ClientScenarios {

    private static final String RECEIVED = "Idempotency-First-Received";
    private static final String COUNT = "Idempotency-Request-Count";
    private static final String FIRST_ATTEMPT = "Idempotency-First-Attempt";

    ReplayScenarios() {}

    @Test
    @Tag("RQ-7")
    void duplicate_getsTheFirstResponse_byteForByteWithItsFields() throws Exception {
        byte[] body = {0, 1, (byte) 0xff, '\r', '\n', 0};
        answer(exchange -> {
            happen(exchange);
            exchange.respond(
                    201,
                    List.of(
                            field("Content-Type", "application/x-thing; version=2"),
                            field("ETag", "\"v1\""),
                            field("Location", "/made/" + fresh()),
                            field("Cache-Control", "private, max-age=60"),
                            field("Link", "</a>; rel=\"next\""),
                            field("Link", "</b>; rel=\"prev\""),
                            field("Content-Encoding", "thing"),
                            field("X-Own", "one,  two")),
                    body);
        });
        String path = freshPath();
        String key = fresh();

        Answer first = post(path, "body", KEY, key);
        Answer second = post(path, "body", KEY, key);

        assertFirst(first, 201);
        assertThat(first.body()).isEqualTo(body);
        assertThat(first.header("Content-Type")).contains("application/x-thing; version=2");
        assertThat(first.header("Content-Length")).contains("6");
        assertThat(first.header("ETag")).contains("\"v1\"");
        assertThat(first.all("Link")).containsExactly("</a>; rel=\"next\"", "</b>; rel=\"prev\"");
        assertReplay(second, first);
        assertThat(second.all("Content-Encoding")).containsExactly("thing");
        assertThat(second.all("X-Own")).isEqualTo(first.all("X-Own")).isNotEmpty();
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-16")
    void fieldsOfOneMessageOrSession_areSentOnce_andNotReplayed() throws Exception {
        answer(exchange ->
                exchange.respond(200, List.of(field("Set-Cookie", "session=1"), field("X-Own", "1")), utf8("body")));
        String path = freshPath();
        String key = fresh();

        Answer first = post(path, "body", KEY, key);
        Answer second = post(path, "body", KEY, key);

        assertThat(first.all("Set-Cookie")).containsExactly("session=1");
        assertReplay(second, first);
        assertThat(second.all("Set-Cookie")).isEmpty();
        assertThat(second.header("X-Own")).contains("1");
        for (Answer answer : List.of(first, second)) {
            assertThat(answer.all("Date")).hasSizeLessThan(2);
            assertThat(answer.all("Content-Length")).containsExactly("4");
            assertThat(answer.all("Transfer-Encoding")).isEmpty();
        }
    }

    @Test
    @Tag("RQ-7")
    void cookie_isReplayed_ifConfigured() throws Exception {
        guard(guarding(POLICY.withResponses(
                responses -> responses.withStoredFields(StoredFields.DEFAULT.with("Set-Cookie")))));
        answer(exchange -> exchange.respond(200, List.of(field("Set-Cookie", "session=" + fresh())), new byte[0]));
        String path = freshPath();
        String key = fresh();

        Answer first = post(path, "body", KEY, key);

        assertThat(post(path, "body", KEY, key).all("Set-Cookie"))
                .isEqualTo(first.all("Set-Cookie"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4096, 100_000, 700_000})
    @Tag("RQ-7")
    void bodiesOfAnyLength_areReplayedByteForByte(int length) throws Exception {
        byte[] body = new byte[length];
        new Random(length).nextBytes(body);
        answer(exchange -> exchange.respond(200, List.of(field("Content-Type", "application/octet-stream")), body));
        String path = freshPath();
        String key = fresh();

        Answer first = post(path, "body", KEY, key);

        assertFirst(first, 200);
        assertThat(first.body()).isEqualTo(body);
        assertReplay(post(path, "body", KEY, key), first);
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304})
    @Tag("RQ-7")
    void responseWithoutABody_isReplayed_onAKeptConnection(int status) throws Exception {
        answer(exchange -> {
            happen(exchange);
            exchange.respond(status, List.of(field("ETag", "\"v2\"")), new byte[0]);
        });
        String path = freshPath();
        String request = RawConnection.request("POST", path, "body", KEY + ": " + fresh());
        try (RawConnection connection = connect()) {
            Answer first = connection.send(request).read();
            Answer second = connection.send(request).read();

            assertFirst(first, status);
            assertReplay(second, first);
            assertThat(second.header("ETag")).contains("\"v2\"");
            assertThat(connection.send(request).read().status()).isEqualTo(status);
        }
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-7")
    void bodyInPieces_isReplayedAsAWhole() throws Exception {
        AtomicInteger piece = new AtomicInteger();
        answer(exchange -> {
            happen(exchange);
            List<HeaderField> fields = List.of(field("Content-Type", "text/plain"));
            try (OutputStream out = exchange.begin(202, fields)) {
                for (int i = 0; i < 50; i++) {
                    out.write(utf8("piece " + piece.incrementAndGet() + "\n"));
                    out.flush();
                }
            }
        });
        String path = freshPath();
        String key = fresh();

        Answer first = post(path, "body", KEY, key);
        Answer second = post(path, "body", KEY, key);

        assertFirst(first, 202);
        assertThat(first.text()).startsWith("piece 1\n").endsWith("piece 50\n");
        assertReplay(second, first);
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-9")
    void duplicates_carryTheFirstTimeAndTheCount() throws Exception {
        Instant before = Instant.now().minus(Duration.ofMinutes(10));
        String path = freshPath();
        String key = fresh();

        Answer first = post(path, "body", KEY, key);
        List<String> counts = new ArrayList<>();
        List<String> received = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Answer duplicate = post(path, "body", KEY, key);
            counts.add(duplicate.header(COUNT).orElseThrow());
            received.add(duplicate.header(RECEIVED).orElseThrow());
        }

        assertThat(counts).containsExactly("2", "3", "4");
        assertThat(received).containsOnly(received.get(0));
        assertThat(Instant.parse(received.get(0)))
                .isBetween(before, Instant.now().plus(Duration.ofMinutes(10)));
        assertThat(first.header(COUNT)).isEmpty();
        assertThat(first.header(RECEIVED)).isEmpty();
    }

    @Test
    @Tag("RQ-10")
    void attempt_isEchoed_withThatOfTheOriginal() throws Exception {
        String path = freshPath();
        String key = fresh();

        Answer first = post(path, "body", KEY, key, ATTEMPT, "a-1");
        Answer second = post(path, "body", KEY, key, ATTEMPT, "a-2");
        Answer silent = post(path, "body", KEY, key);

        assertFirst(first, 200);
        assertThat(first.header(ATTEMPT)).contains("a-1");
        assertThat(first.header(FIRST_ATTEMPT)).isEmpty();
        assertReplay(second, first);
        assertThat(second.header(ATTEMPT)).contains("a-2");
        assertThat(second.header(FIRST_ATTEMPT)).contains("a-1");
        assertReplay(silent, first);
        assertThat(silent.header(ATTEMPT)).isEmpty();
        assertThat(silent.header(FIRST_ATTEMPT)).contains("a-1");
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-10")
    void attempt_isEchoed_withoutAKeyToo() throws Exception {
        assertThat(post(freshPath(), "body", ATTEMPT, "7").header(ATTEMPT)).contains("7");
    }

    @Test
    @Tag("RQ-10")
    @Tag("RQ-15")
    void malformedAttempt_isRejected() throws Exception {
        String path = freshPath();
        List<List<String>> lines =
                List.of(List.of(ATTEMPT + ": 1", ATTEMPT + ": 2"), List.of(ATTEMPT + ": " + "a".repeat(65)));
        for (List<String> attempts : lines) {
            List<String> all = new ArrayList<>(attempts);
            all.add(KEY + ": " + fresh());
            Answer refused = raw(RawConnection.request("POST", path, "body", all.toArray(String[]::new)));
            assertProblem(refused, 400, ProblemTypes.BAD_HEADER);
            assertThat(refused.text()).contains("\"field\":\"Idempotency-Attempt\"");
        }
        assertThat(effects(path)).isZero();
    }

    @Test
    @Tag("RQ-8")
    @Tag("RQ-10")
    void fields_haveTheNamesOfThePolicy() throws Exception {
        HeaderNames names = new HeaderNames("K", "A", "R", "FR", "FA", "C", "S", "Correlation-Id");
        guard(guarding(POLICY.withNames(names)));
        String path = freshPath();
        String key = fresh();

        Answer first = post(path, "body", "K", key, "A", "1");
        Answer second = post(path, "body", "K", key, "A", "2");

        assertThat(first.header("R")).contains("false");
        assertThat(second.text()).isEqualTo(first.text());
        assertThat(List.of("R", "A", "FA", "C"))
                .map(name -> second.header(name).orElseThrow())
                .containsExactly("true", "2", "1", "2");
        assertThat(second.header(REPLAYED)).isEmpty();
    }

    @Test
    @Tag("RQ-13")
    void handlerOfAGuardedRequest_hasItsExecution() throws Exception {
        answer(exchange -> exchange.respond(
                200,
                List.of(),
                utf8(exchange.execution()
                        .map(keyed -> keyed.key().client() + " " + keyed.key().requestId() + " "
                                + (keyed.execution().token() > 0))
                        .orElse("none"))));
        String path = freshPath();

        assertThat(post(path, "body", KEY, "\"the key\"", CLIENT, "shop").text())
                .isEqualTo("shop the key true");
        assertThat(post(path, "body").text()).isEqualTo("none");
    }

    @Test
    @Tag("CO-1")
    @Tag("CO-3")
    void everyResponse_hasItsOwnExtensionOfTheIncomingId() throws Exception {
        assume(Feature.CORRELATION);
        String path = freshPath();
        String key = fresh();

        List<String> ids = List.of(
                post(path, "body", KEY, key, "Correlation-Id", "one.story")
                        .header("Correlation-Id")
                        .orElseThrow(),
                post(path, "body", KEY, key, "Correlation-Id", "one.story")
                        .header("Correlation-Id")
                        .orElseThrow(),
                post(path, "other", KEY, key, "Correlation-Id", "one.story")
                        .header("Correlation-Id")
                        .orElseThrow(),
                post(path, "body", KEY, "\"", "Correlation-Id", "one.story")
                        .header("Correlation-Id")
                        .orElseThrow());

        assertThat(ids)
                .as("executed, replayed, mismatched, refused")
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("one\\.story\\.[A-Za-z0-9_-]{4}"));
        assertThat(post(path, "body", KEY, key).header("Correlation-Id").orElseThrow())
                .isNotBlank();
    }
}
