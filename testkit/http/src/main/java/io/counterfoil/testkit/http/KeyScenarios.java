package io.counterfoil.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.request.BodyFieldReader;
import io.counterfoil.http.request.KeyLifetime;
import io.counterfoil.http.request.KeySource;
import io.counterfoil.http.request.PathTemplate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which requests have a key, and which of them are equal. */
abstract class KeyScenarios extends ReplayScenarios {

    KeyScenarios() {}

    @Test
    @Tag("RQ-1")
    @Tag("RQ-8")
    void requestWithoutKey_isExecutedEachTime_withoutReplayFields() throws Exception {
        String path = freshPath();

        Answer first = post(path, "same");
        Answer second = post(path, "same");

        assertThat(first.status()).isEqualTo(200);
        assertThat(second.text()).isNotEqualTo(first.text());
        assertThat(first.header(REPLAYED)).isEmpty();
        assertThat(effects(path)).isEqualTo(2);
    }

    @Test
    @Tag("RQ-2")
    void missingRequiredKey_isRejected() throws Exception {
        guard(guarding(POLICY.withKey(keys -> keys.withRequired(true))));
        String path = freshPath();

        Answer refused = post(path, "body");

        assertProblem(refused, 400, ProblemTypes.KEY_MISSING);
        assertThat(refused.text()).contains("\"field\":\"Idempotency-Key\"");
        assertThat(refused.header(REPLAYED)).contains("false");
        assertThat(effects(path)).isZero();
        assertFirst(post(path, "body", KEY, fresh()), 200);
    }

    @Test
    @Tag("RQ-1")
    void quotedAndBareKey_areTheSame() throws Exception {
        String path = freshPath();
        String key = fresh();

        Answer quoted = post(path, "body", KEY, '"' + key + '"');
        Answer bare = post(path, "body", KEY, key);

        assertFirst(quoted, 200);
        assertReplay(bare, quoted);
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-2")
    void key_isOpaque_comparedByteByByte() throws Exception {
        String path = freshPath();
        List<String> keys = List.of("\"a\"", "\"A\"", "\" a\"", "\"a \"", "\"a  b\"", "\"a b\"", "\"01\"", "\"1\"");
        Set<String> answers = new HashSet<>();
        for (String key : keys) {
            Answer first = post(path, "body", KEY, key);
            assertFirst(first, 200);
            answers.add(first.text());
            assertReplay(post(path, "body", KEY, key), first);
        }
        assertThat(answers).hasSize(keys.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"\"", "\"unclosed", "\"a\"b", "\"bad \\escape\"", "\"\u00e9\"", "\u00e9"})
    @Tag("RQ-2")
    void malformedKey_isRejected_beforeExecution(String key) throws Exception {
        String path = freshPath();

        Answer refused = raw(RawConnection.request("POST", path, "body", KEY + ": " + key, ATTEMPT + ": 1"));

        assertBadKey(refused);
        assertThat(refused.header(ATTEMPT)).contains("1");
        assertThat(effects(path)).isZero();
    }

    @Test
    @Tag("RQ-2")
    @Tag("RQ-15")
    void keyOfMaximumLength_isAccepted_andALongerOneRejected() throws Exception {
        String path = freshPath();
        String longest = "k".repeat(255);

        assertFirst(post(path, "body", KEY, longest), 200);
        assertBadKey(post(path, "body", KEY, longest + "k"));
        assertBadKey(post(path, "body", KEY, '"' + longest + "k\""));
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-2")
    @Tag("RQ-15")
    void limitOfAnEndpoint_holdsForItsKeys_whereverTheyAre() throws Exception {
        HttpPolicy policy = POLICY.withKey(keys -> keys.withMaxBytes(36));
        String longer = fresh() + "-";
        String path = freshPath();
        guard(guarding(policy));

        assertFirst(post(path, "body", KEY, fresh()), 200);
        assertTooLong(post(path, "body", KEY, longer, ATTEMPT, "1"), ProblemTypes.BAD_HEADER, KEY);
        assertTooLong(post(path, "body", KEY, '"' + longer + '"', ATTEMPT, "1"), ProblemTypes.BAD_HEADER, KEY);
        assertThat(effects(path)).isEqualTo(1);

        guard(guarding(
                policy.withKey(keys -> keys.withSource(KeySource.path(PathTemplate.parse("/things/{key}"), "key")))));
        String pathOfKey = "/things/" + fresh();
        String pathOfLonger = "/things/" + longer;
        assertFirst(post(pathOfKey, "body"), 200);
        assertTooLong(post(pathOfLonger, "body", ATTEMPT, "1"), ProblemTypes.BAD_KEY, "key");
        assertThat(effects(pathOfLonger)).isZero();

        guard(guarding(policy.withKey(keys -> keys.withSource(KeySource.query("request")))));
        assertFirst(post(path + "?request=" + fresh(), "body"), 200);
        assertTooLong(post(path + "?request=" + longer, "body", ATTEMPT, "1"), ProblemTypes.BAD_KEY, "request");
        assertThat(effects(path)).isEqualTo(2);

        guard(guarding(
                policy.withKey(keys -> keys.withSource(KeySource.body("idempotency_key", BodyFieldReader.WHOLE)))));
        assertFirst(post(path, fresh()), 200);
        assertTooLong(post(path, longer, ATTEMPT, "1"), ProblemTypes.BAD_KEY, "idempotency_key");
        assertThat(effects(path)).isEqualTo(3);
    }

    private static void assertTooLong(Answer answer, String type, String field) {
        assertProblem(answer, 400, type);
        assertThat(answer.text()).contains("\"field\":\"" + field + '"', field + " longer than 36 bytes of UTF-8");
        assertThat(answer.header(ATTEMPT)).contains("1");
        assertThat(answer.header(REPLAYED)).contains("false");
    }

    @Test
    @Tag("RQ-18")
    void keyOlderThanItsLifetime_withoutARecord_isRefused_eachTime() throws Exception {
        Duration lifetime = Duration.ofMinutes(30);
        guard(guarding(POLICY.withKey(keys -> keys.withLifetime(KeyLifetime.of(lifetime)))));
        Instant now = Instant.now();
        String old = uuidV7(now.minus(lifetime).minusSeconds(60));
        String young = uuidV7(now);
        String path = freshPath();

        for (int i = 0; i < 2; i++) {
            Answer refused = post(path, "body", KEY, old, ATTEMPT, "1");
            assertProblem(refused, 422, ProblemTypes.KEY_EXPIRED);
            assertThat(refused.text()).contains("\"field\":\"Idempotency-Key\"", "PT30M");
            assertThat(refused.header(ATTEMPT)).contains("1");
            assertThat(refused.header(REPLAYED)).contains("false");
        }
        assertThat(effects(path)).isZero();
        assertThat(post(path, "body", KEY, fresh()).text()).contains("is not a UUIDv7");
        assertThat(post(path, "body", KEY, uuidV7(now.plus(Duration.ofHours(1))))
                        .text())
                .contains("PT5M ahead");
        assertThat(effects(path)).isZero();
        Answer first = post(path, "body", KEY, young);
        assertFirst(first, 200);
        assertReplay(post(path, "body", KEY, young), first);
    }

    @Test
    @Tag("RQ-18")
    void keyOlderThanItsLifetime_withARecord_isReplayed() throws Exception {
        String path = freshPath();
        String old = uuidV7(Instant.now().minus(Duration.ofDays(1)));
        Answer first = post(path, "body", KEY, old);

        guard(guarding(POLICY.withKey(keys -> keys.withLifetime(KeyLifetime.of(Duration.ofMinutes(30))))));

        assertReplay(post(path, "body", KEY, old), first);
    }

    private static String uuidV7(Instant made) {
        UUID random = UUID.randomUUID();
        long high = (made.toEpochMilli() << 16) | 0x7000 | (random.getMostSignificantBits() & 0xfff);
        return new UUID(high, random.getLeastSignificantBits()).toString();
    }

    @Test
    @Tag("RQ-1")
    @Tag("RQ-2")
    void twoKeysInOneRequest_areRejected() throws Exception {
        String path = freshPath();
        for (String second : List.of("\"a\"", "\"b\"")) {
            assertBadKey(
                    raw(RawConnection.request("POST", path, "body", KEY + ": \"a\"", "idempotency-key: " + second)));
        }
        assertThat(effects(path)).isZero();
    }

    private static void assertBadKey(Answer answer) {
        assertProblem(answer, 400, ProblemTypes.BAD_HEADER);
        assertThat(answer.text()).contains("\"field\":\"Idempotency-Key\"");
        assertThat(answer.header(REPLAYED)).contains("false");
    }

    @Test
    @Tag("RQ-1")
    void keyInAnotherField_isRead_ifConfigured() throws Exception {
        guard(guarding(POLICY.withKey(keys -> keys.withSource(KeySource.header("X-Request-Token")))));
        String path = freshPath();
        String key = fresh();

        Answer first = post(path, "body", "X-Request-Token", key);

        assertFirst(first, 200);
        assertReplay(post(path, "body", KEY, key), first);
        assertThat(post(path, "body", KEY, key, "X-Request-Token", fresh()).status())
                .isEqualTo(400);
    }

    @Test
    @Tag("RQ-1")
    void keyInThePath_isAKey() throws Exception {
        HttpPolicy policy = POLICY.withMethods(Set.of("PUT"))
                .withKey(keys -> keys.withSource(KeySource.path(PathTemplate.parse("/transfers/{key}"), "key")));
        guard(guarding(policy));
        String path = "/transfers/" + fresh();

        Answer first = send("PUT", path, utf8("body"));

        assertFirst(first, 200);
        assertReplay(send("PUT", path, utf8("body")), first);
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-1")
    void keyInTheQuery_isAKey_andMustBeOne() throws Exception {
        guard(guarding(POLICY.withKey(
                keys -> keys.withSource(KeySource.query("request")).withRequired(true))));
        String path = freshPath();

        Answer first = post(path + "?request=a%20b&page=1", "body");

        assertFirst(first, 200);
        assertReplay(post(path + "?page=2&request=a+b", "body"), first);
        assertFirst(post(path + "?request=a%2Bb", "body"), 200);
        assertThat(post(path + "?page=2", "body").status()).isEqualTo(400);
        assertThat(post(path + "?request=", "body").status()).isEqualTo(400);
        assertThat(post(path + "?request=a&request=a", "body").status()).isEqualTo(400);
        assertThat(effects(path)).isEqualTo(2);
    }

    @Test
    @Tag("RQ-1")
    void keyInTheBody_isAKey_andTheHandlerStillGetsTheBody() throws Exception {
        guard(guarding(
                POLICY.withKey(keys -> keys.withSource(KeySource.body("idempotency_key", BodyFieldReader.WHOLE)))));
        answer(exchange -> {
            happen(exchange);
            exchange.respond(200, List.of(), exchange.body().readAllBytes());
        });
        String path = freshPath();

        Answer first = post(path, "the key itself");
        Answer unkeyed = post(path, "");

        assertFirst(first, 200);
        assertThat(first.text()).isEqualTo("the key itself");
        assertReplay(post(path, "the key itself"), first);
        assertThat(unkeyed.header(REPLAYED)).isEmpty();
        assertThat(effects(path)).isEqualTo(2);
    }

    @Test
    @Tag("RQ-3")
    void sameKeyUnderAnotherMethodOrPath_isAnotherRequest() throws Exception {
        String path = freshPath();
        String key = fresh();
        List<Answer> answers = new ArrayList<>();
        List<List<String>> requests = List.of(
                List.of("POST", path),
                List.of("PATCH", path),
                List.of("POST", path + "/"),
                List.of("POST", path + "/part"),
                List.of("POST", path + "/part%3Bmore"));
        for (List<String> request : requests) {
            answers.add(send(request.get(0), request.get(1), utf8("body"), KEY, key));
            assertFirst(answers.get(answers.size() - 1), 200);
        }
        for (int i = 0; i < requests.size(); i++) {
            List<String> request = requests.get(i);
            assertReplay(send(request.get(0), request.get(1), utf8("body"), KEY, key), answers.get(i));
        }
    }

    @Test
    @Tag("RQ-3")
    @Tag("RQ-19")
    void otherSpellingOfAPath_isTheSameRequest() throws Exception {
        String path = freshPath() + "/part";
        String key = fresh();

        Answer first = post(path, "body", KEY, key);

        assertFirst(first, 200);
        assertReplay(post(path.replace("part", "%70ar%74"), "body", KEY, key), first);
        assertReplay(post(path + ";v=1", "body", KEY, key), first);
    }

    @Test
    @Tag("RQ-3")
    void query_isNoPartOfTheScope() throws Exception {
        String path = freshPath();
        String key = fresh();

        Answer first = post(path + "?a=1", "body", KEY, key);

        assertReplay(post(path + "?a=2", "body", KEY, key), first);
        assertReplay(post(path, "body", KEY, key), first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "PUT", "DELETE"})
    @Tag("RQ-3")
    void unguardedMethod_passesUnchanged_withAnyKey(String method) throws Exception {
        String path = freshPath();
        for (String key : List.of("a", "a", "\"unreadable")) {
            Answer answer = send(method, path, new byte[0], KEY, key);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header(REPLAYED)).isEmpty();
        }
        assertThat(effects(path)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE"})
    @Tag("RQ-3")
    void otherMethod_isGuarded_ifConfigured(String method) throws Exception {
        guard(guarding(POLICY.withMethods(Set.of(method))));
        String path = freshPath();
        String key = fresh();

        Answer first = send(method, path, utf8("body"), KEY, key);

        assertFirst(first, 200);
        assertReplay(send(method, path, utf8("body"), KEY, key), first);
        assertThat(post(path, "body", KEY, key).header(REPLAYED)).isEmpty();
    }

    @Test
    @Tag("RQ-1")
    void endpoints_haveTheirOwnSettings() throws Exception {
        String left = freshPath();
        String strict = freshPath();
        guard(Endpoints.routes()
                .leave(PathTemplate.parse(left))
                .at("POST", PathTemplate.parse(strict), guarding(POLICY.withKey(keys -> keys.withRequired(true))))
                .otherwise(guarding(POLICY)));
        String key = fresh();

        assertThat(post(left, "body", KEY, key).header(REPLAYED)).isEmpty();
        assertThat(post(left, "body", KEY, key).header(REPLAYED)).isEmpty();
        assertThat(effects(left)).isEqualTo(2);
        assertProblem(post(strict, "body"), 400, ProblemTypes.KEY_MISSING);
        assertThat(post(freshPath(), "body").status()).isEqualTo(200);
    }
}
