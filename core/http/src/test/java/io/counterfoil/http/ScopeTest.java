package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.assertDuplicate;
import static io.counterfoil.http.Endpoint.assertOriginal;
import static io.counterfoil.http.Endpoint.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.KeyScope;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.OperationName;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RQ-3")
class ScopeTest {

    private static final HttpPolicy POLICY = HttpPolicy.DEFAULT.withMethods(Set.of("POST", "PATCH", "PUT"));

    private final Endpoint byPath = Endpoint.under(POLICY);
    private final Endpoint byQuery =
            Endpoint.under(POLICY.withKey(keys -> keys.withScope(KeyScope.METHOD_PATH_AND_QUERY)));

    @Test
    void sameKey_onAnotherMethodOrPath_isAnotherRequest() {
        for (Head head : new Head[] {
            Head.post("/a"),
            Head.of("PATCH", "/a"),
            Head.of("PUT", "/a"),
            Head.post("/A"),
            Head.post("/a/"),
            Head.post("/a/b"),
            Head.post("/a%2Fb"),
            Head.post("/a%3Bb")
        }) {
            assertOriginal(byPath.send(head.with("Idempotency-Key", "k")));
        }
        assertThat(byPath.executions()).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/pay/b%6fb",
                "/pay/b%6Fb",
                "/%70ay/bob",
                "/pay/bob;x=1",
                "/pay/bob;",
                "/pay;v=1/bob",
                "//pay/bob",
                "/pay//bob",
                "/pay/b%6Fb;x=%zz"
            })
    @Tag("RQ-19")
    void otherSpellingsOfAPath_areTheSameRequest(String spelling) {
        assertOriginal(byPath.send(Head.post("/pay/bob").with("Idempotency-Key", "k")));

        assertDuplicate(byPath.send(Head.post(spelling).with("Idempotency-Key", "k")));
    }

    @Test
    @Tag("RQ-19")
    void encodedAndPlainCharacters_areTheSameRequest() {
        assertOriginal(byPath.send(Head.post("/caf%c3%a9/a%20b/!$&'()*+,=:@").with("Idempotency-Key", "k")));

        assertDuplicate(byPath.send(Head.post("/caf%C3%A9/%61%20b/%21%24%26%27%28%29%2A%2B%2C%3D%3A%40")
                .with("Idempotency-Key", "k")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/pay/%zz", "/pay/%6", "/pay/%ff", "/pay/./bob", "/pay/../bob", "/pay/%2e%2E", "/pay/..;x=1"})
    @Tag("RQ-19")
    void pathWithoutOneSpelling_isRefused(String path) {
        assertProblem(byPath.send(Head.post(path).with("Idempotency-Key", "k")), 400, ProblemTypes.BAD_TARGET, "path");
        assertThat(byPath.executions()).isZero();
    }

    @Test
    void query_isNoPartOfIt_unlessTheScopeSaysSo() {
        assertOriginal(byPath.send(Head.keyed("k")));
        assertDuplicate(byPath.send(Head.keyed("k").withQuery("x=1")));

        assertOriginal(byQuery.send(Head.keyed("k")));
        assertOriginal(byQuery.send(Head.keyed("k").withQuery("x=1")));
        assertOriginal(byQuery.send(Head.keyed("k").withQuery("")));
        assertDuplicate(byQuery.send(Head.keyed("k").withQuery("x=1")));
    }

    @Test
    void name_joinsPathsAndMethods() {
        Endpoint named = Endpoint.under(POLICY.withKey(keys -> keys.withScope(KeyScope.named("transfer"))));

        assertOriginal(named.send(Head.keyed("k")));
        assertDuplicate(named.send(Head.of("PUT", "/b").with("Idempotency-Key", "k")));
        assertThatThrownBy(() -> KeyScope.named("")).isInstanceOf(InvalidIdentifierException.class);
    }

    @Test
    @Tag("RQ-15")
    void target_overTheLimit_isRejectedBeforeClientResolution() {
        HttpIdempotency guarded = Endpoint.of(head -> {
                    throw new AssertionError("asked");
                })
                .idempotency;
        String longest = "/" + "p".repeat(OperationName.MAX_BYTES - "POST /".length());

        Admission refused = guarded.admit(Head.post(longest + "p").with("Idempotency-Key", "k"));

        assertThat(refused).isInstanceOfSatisfying(Admission.Refused.class, answer -> {
            assertProblem(answer.response(), 414, ProblemTypes.TARGET_TOO_LONG, "path");
            assertThat(Endpoint.body(answer.response())).contains("1024");
        });
        assertOriginal(byPath.send(Head.post(longest).with("Idempotency-Key", "k")));
        assertThat(byPath.idempotency.admit(Head.post(longest + "p"))).isInstanceOf(Admission.Unkeyed.class);
    }

    @Test
    @Tag("RQ-15")
    void query_overTheLimit_isNamed_whereItIsPartOfIt() {
        String query = "q".repeat(OperationName.MAX_BYTES);

        assertProblem(byQuery.send(Head.keyed("k").withQuery(query)), 414, ProblemTypes.TARGET_TOO_LONG, "query");
        assertProblem(
                byQuery.send(Head.post("/" + query).with("Idempotency-Key", "k").withQuery("x")),
                414,
                ProblemTypes.TARGET_TOO_LONG,
                "path");
        assertOriginal(byPath.send(Head.keyed("k").withQuery(query)));
    }

    @Test
    void scopeOfOnesOwn_thatCannotReadAField_namesIt() {
        Endpoint byTenant = Endpoint.under(POLICY.withKey(keys -> keys.withScope(head -> {
            throw new InvalidIdentifierException("X-Tenant", "is none");
        })));

        assertProblem(byTenant.send(Head.keyed("k").with("X-Tenant", "?")), 400, ProblemTypes.BAD_HEADER, "X-Tenant");
    }
}
