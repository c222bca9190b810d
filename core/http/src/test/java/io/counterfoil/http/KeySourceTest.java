package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.BODY;
import static io.counterfoil.http.Endpoint.assertDuplicate;
import static io.counterfoil.http.Endpoint.assertOriginal;
import static io.counterfoil.http.Endpoint.assertProblem;
import static io.counterfoil.http.Endpoint.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.BodyFieldReader;
import io.counterfoil.http.request.Fingerprinting;
import io.counterfoil.http.request.KeyScope;
import io.counterfoil.http.request.KeySource;
import io.counterfoil.http.request.PathTemplate;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RQ-1")
class KeySourceTest {

    /** Bodies of lines such as {@code name=value}; a value of {@code 7} is no text. */
    private static final BodyFieldReader LINES = (body, field) -> new String(body, UTF_8)
            .lines()
            .filter(line -> line.startsWith(field + "="))
            .map(line -> line.substring(field.length() + 1))
            .map(value -> {
                if (value.equals("7")) {
                    throw new InvalidIdentifierException(field, "is a number, must be a text");
                }
                return value;
            })
            .findFirst();

    private final Endpoint path = Endpoint.under(HttpPolicy.DEFAULT
            .withMethods(Set.of("PUT"))
            .withKey(keys -> keys.withSource(KeySource.path(PathTemplate.parse("/v1/{kind}/{key}"), "key")))
            .withKey(keys -> keys.withScope(KeyScope.named("transfer"))));
    private final Endpoint query =
            Endpoint.under(HttpPolicy.DEFAULT.withKey(keys -> keys.withSource(KeySource.query("request id"))));
    private final HttpPolicy inBody =
            HttpPolicy.DEFAULT.withKey(keys -> keys.withSource(KeySource.body("idempotency_key", LINES)));
    private final Endpoint body = Endpoint.under(inBody);

    @Test
    void header_aliases_areRead() {
        Endpoint endpoint = Endpoint.under(
                HttpPolicy.DEFAULT.withKey(keys -> keys.withSource(KeySource.header("PayPal-Request-Id", "X-Key"))));

        assertOriginal(endpoint.send(Head.post("/a").with("paypal-request-id", "k")));
        assertDuplicate(endpoint.send(Head.post("/a").with("X-Key", "\"k\"")));
        assertDuplicate(endpoint.send(Head.keyed("k").with("X-Key", "\"k\"")));
        assertThat(endpoint.executions()).isOne();
    }

    @Test
    @Tag("RQ-2")
    void header_twoDifferentKeysUnderTwoNames_areRefused() {
        Endpoint endpoint =
                Endpoint.under(HttpPolicy.DEFAULT.withKey(keys -> keys.withSource(KeySource.header("X-One", "X-Two"))));

        assertProblem(endpoint.send(Head.keyed("k").with("X-One", "l")), 400, ProblemTypes.BAD_HEADER, "X-One");
        assertProblem(
                endpoint.send(Head.post("/a").with("X-One", "k").with("X-Two", "l")),
                400,
                ProblemTypes.BAD_HEADER,
                "X-Two");
        assertThat(endpoint.executions()).isZero();
    }

    @ParameterizedTest
    @Tag("RQ-2")
    @ValueSource(strings = {"a", "b"})
    void header_sentTwice_isRefused_alsoWhereBothAreTheSame(String second) {
        Endpoint endpoint = Endpoint.under(HttpPolicy.DEFAULT);

        assertProblem(
                endpoint.send(Head.keyed("a").with("Idempotency-Key", second)),
                400,
                ProblemTypes.BAD_HEADER,
                "Idempotency-Key");
        assertProblem(endpoint.send(Head.keyed("a, " + second)), 400, ProblemTypes.BAD_HEADER, "Idempotency-Key");
        assertProblem(
                endpoint.send(Head.keyed("\"a\", \"" + second + '"')), 400, ProblemTypes.BAD_HEADER, "Idempotency-Key");
        assertThat(endpoint.executions()).isZero();
    }

    @Test
    void path_variable_isTheKey() {
        assertOriginal(path.send(Head.of("PUT", "/v1/a/k%201")));
        assertDuplicate(path.send(Head.of("PUT", "/v1/%61/k%201")));
        assertOriginal(path.send(Head.of("PUT", "/v1/a/k%202")));
        assertThat(path.executions()).isEqualTo(2);
    }

    @Test
    void path_withAHeaderToo_isTheOneThatCounts() {
        assertOriginal(path.send(Head.of("PUT", "/v1/a/k").with("Idempotency-Key", "other")));
        assertDuplicate(path.send(Head.of("PUT", "/v1/a/k").with("Idempotency-Key", "another")));
    }

    @Test
    void path_ofAnotherShape_hasNoKey() {
        assertThat(path.idempotency.admit(Head.of("PUT", "/v1/a"))).isInstanceOf(Admission.Unkeyed.class);
        Endpoint required = Endpoint.under(path.idempotency.policy().withKey(keys -> keys.withRequired(true)));
        Response refused = required.send(Head.of("PUT", "/v1/a"));
        assertProblem(refused, 400, ProblemTypes.KEY_MISSING, "key");
        assertThat(Endpoint.body(refused)).contains("in the path variable key");
    }

    @Test
    @Tag("RQ-2")
    @Tag("RQ-15")
    void path_unreadableKey_isABadKey() {
        assertProblem(path.send(Head.of("PUT", "/v1/a/" + "k".repeat(256))), 400, ProblemTypes.BAD_KEY, "key");
        assertProblem(path.send(Head.of("PUT", "/v1/a/%ff")), 400, ProblemTypes.BAD_KEY, "key");
        assertProblem(path.send(Head.of("PUT", "/v1/a/%00")), 400, ProblemTypes.BAD_KEY, "key");
        assertOriginal(path.send(Head.of("PUT", "/v1/%ff/k")));
        assertThat(path.executions()).isOne();
    }

    @Test
    void query_parameter_isTheKey() {
        assertOriginal(query.send(Head.post("/a").withQuery("x=1&request+id=k%2b1&y")));
        assertDuplicate(query.send(Head.post("/a").withQuery("request%20id=k%2B1")));
        assertOriginal(query.send(Head.post("/a").withQuery("request+id=k+1")));
        assertThat(query.executions()).isEqualTo(2);
    }

    @Test
    void query_withoutTheParameter_hasNoKey() {
        assertThat(query.idempotency.admit(Head.post("/a"))).isInstanceOf(Admission.Unkeyed.class);
        assertThat(query.idempotency.admit(Head.post("/a").withQuery("x=1&%zz=2")))
                .isInstanceOf(Admission.Unkeyed.class);
        Endpoint required = Endpoint.under(query.idempotency.policy().withKey(keys -> keys.withRequired(true)));
        Response refused = required.send(Head.post("/a").withQuery("x=1"));
        assertProblem(refused, 400, ProblemTypes.KEY_MISSING, "request id");
        assertThat(Endpoint.body(refused)).contains("in the query parameter request id");
    }

    @ParameterizedTest
    @Tag("RQ-2")
    @ValueSource(
            strings = {"request+id=", "request+id", "request+id=%ff", "request+id=%4", "request+id=a&request+id=a"})
    void query_unreadableKey_isABadKey(String text) {
        assertProblem(query.send(Head.post("/a").withQuery(text)), 400, ProblemTypes.BAD_KEY, "request id");
        assertThat(query.executions()).isZero();
    }

    @Test
    void body_field_isTheKey() {
        byte[] one = "idempotency_key=k\nx=1".getBytes(UTF_8);

        assertOriginal(body.send(Head.post("/a"), one));
        assertDuplicate(body.send(Head.post("/a"), one));
        assertOriginal(body.send(Head.post("/a"), "idempotency_key=K\nx=1".getBytes(UTF_8)));
        assertThat(body.executions()).isEqualTo(2);
    }

    @Test
    void body_withoutTheKeyField_isExecutedUnguarded() {
        Response unguarded = body.send(Head.post("/a").with("Idempotency-Attempt", "1"), BODY, text(201, "made"));
        assertThat(unguarded.status()).isEqualTo(201);
        assertThat(unguarded.header("Idempotency-Attempt")).contains("1");
        assertThat(unguarded.header("Idempotency-Replayed")).isEmpty();
        body.send(Head.post("/a"), BODY);
        assertThat(body.executions()).isEqualTo(2);
    }

    @Test
    void body_withoutARequiredKeyField_isRejected() {
        Endpoint required = Endpoint.under(inBody.withKey(keys -> keys.withRequired(true)));
        Response refused = required.send(Head.post("/a"));
        assertProblem(refused, 400, ProblemTypes.KEY_MISSING, "idempotency_key");
        assertThat(Endpoint.body(refused)).contains("in the body field idempotency_key");
        assertThat(required.executions()).isZero();
    }

    @ParameterizedTest
    @Tag("RQ-2")
    @ValueSource(strings = {"idempotency_key=", "idempotency_key=7", "idempotency_key=a\tb"})
    void body_unreadableKey_isABadKey(String text) {
        Response refused = body.send(Head.post("/a").with("Idempotency-Attempt", "1"), text.getBytes(UTF_8));
        assertProblem(refused, 400, ProblemTypes.BAD_KEY, "idempotency_key");
        assertThat(refused.header("Idempotency-Attempt")).contains("1");
        assertThat(body.executions()).isZero();
    }

    @Test
    @Tag("RQ-2")
    void body_thatIsTheKey_isTakenWhole() {
        Endpoint whole = Endpoint.under(HttpPolicy.DEFAULT
                .withKey(keys -> keys.withSource(KeySource.body("body", BodyFieldReader.WHOLE)))
                .withFingerprinting(Fingerprinting.NOTHING));

        assertOriginal(whole.send(Head.post("/a"), " k ".getBytes(UTF_8)));
        assertOriginal(whole.send(Head.post("/a"), "k".getBytes(UTF_8)));
        assertDuplicate(whole.send(Head.post("/a"), "k".getBytes(UTF_8)));
        assertProblem(whole.send(Head.post("/a"), new byte[] {(byte) 0xff}), 400, ProblemTypes.BAD_KEY, "body");
        assertThat(whole.send(Head.post("/a"), new byte[0]).status()).isEqualTo(201);
        assertThat(BodyFieldReader.WHOLE.read(new byte[0], "body")).isEqualTo(Optional.empty());
    }

    @Test
    @Tag("RQ-2")
    @Tag("RQ-15")
    void limitOfAnEndpoint_holdsWhereverItsKeyIs_andIsNamed() {
        HttpPolicy shorter =
                HttpPolicy.DEFAULT.withKey(keys -> keys.withMaxBytes(4)).withMethods(Set.of("POST", "PUT"));
        Endpoint inHeader = Endpoint.under(shorter.withKey(keys -> keys.withSource(KeySource.header("X-Key"))));
        Endpoint inPath = Endpoint.under(
                shorter.withKey(keys -> keys.withSource(KeySource.path(PathTemplate.parse("/v1/{key}"), "key"))));
        Endpoint inQuery = Endpoint.under(shorter.withKey(keys -> keys.withSource(KeySource.query("id"))));
        Endpoint inBody =
                Endpoint.under(shorter.withKey(keys -> keys.withSource(KeySource.body("idempotency_key", LINES))));

        assertOriginal(inHeader.send(Head.keyed("\"four\"")));
        assertOriginal(inPath.send(Head.of("PUT", "/v1/%C3%BC%C3%BC")));
        assertOriginal(inQuery.send(Head.post("/a").withQuery("id=four")));
        assertOriginal(inBody.send(Head.post("/a"), "idempotency_key=four".getBytes(UTF_8)));
        assertTooLong(inHeader.send(Head.keyed("fives")), ProblemTypes.BAD_HEADER, "Idempotency-Key");
        assertTooLong(inHeader.send(Head.keyed("\"fives\"")), ProblemTypes.BAD_HEADER, "Idempotency-Key");
        assertTooLong(inHeader.send(Head.post("/a").with("X-Key", "fives")), ProblemTypes.BAD_HEADER, "X-Key");
        assertTooLong(inPath.send(Head.of("PUT", "/v1/%C3%BC%C3%BCx")), ProblemTypes.BAD_KEY, "key");
        assertTooLong(inPath.send(Head.of("PUT", "/v1/" + "k".repeat(300))), ProblemTypes.BAD_KEY, "key");
        assertTooLong(inQuery.send(Head.post("/a").withQuery("id=fives")), ProblemTypes.BAD_KEY, "id");
        assertTooLong(
                inBody.send(Head.post("/a"), "idempotency_key=fives".getBytes(UTF_8)),
                ProblemTypes.BAD_KEY,
                "idempotency_key");
        for (Endpoint endpoint : new Endpoint[] {inHeader, inPath, inQuery, inBody}) {
            assertThat(endpoint.executions()).isOne();
        }
    }

    private static void assertTooLong(Response response, String type, String field) {
        assertProblem(response, 400, type, field);
        assertThat(Endpoint.body(response)).contains(field + " longer than 4 bytes of UTF-8");
    }

    @Test
    void source_thatContradictsItself_isRefused() {
        assertThatThrownBy(() -> KeySource.path(PathTemplate.parse("/a/{b}"), "c"))
                .hasMessageContaining("/a/{b}")
                .hasMessageContaining("{c}");
        assertThatThrownBy(() -> KeySource.query(" ")).hasMessageContaining("parameter of the query");
        assertThatThrownBy(() -> KeySource.body("", LINES)).hasMessageContaining("field of the body");
        assertThatThrownBy(() -> KeySource.header("X-Key", "x-key")).hasMessageContaining("x-key is repeated");
        assertThatThrownBy(() -> KeySource.header("X Key")).hasMessageContaining("X Key");
    }
}
