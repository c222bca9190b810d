package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.assertDuplicate;
import static io.counterfoil.http.Endpoint.assertOriginal;
import static io.counterfoil.http.Endpoint.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.Operation;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("RQ-3")
class ScopeTest {

    private static final HttpPolicy POLICY = HttpPolicy.DEFAULT.withMethods(Set.of("POST", "PATCH", "PUT"));

    private final Endpoint byPath = Endpoint.under(POLICY);
    private final Endpoint byQuery = Endpoint.under(POLICY.withScope(Scope.METHOD_PATH_AND_QUERY));

    @Test
    void sameKey_onAnotherMethodOrPath_isAnotherRequest() {
        for (Head head : new Head[] {
            Head.post("/a"),
            Head.of("PATCH", "/a"),
            Head.of("PUT", "/a"),
            Head.post("/A"),
            Head.post("/a/"),
            Head.post("/%61")
        }) {
            assertOriginal(byPath.send(head.with("Idempotency-Key", "k")));
        }
        assertThat(byPath.executions()).isEqualTo(6);
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
        Endpoint named = Endpoint.under(POLICY.withScope(Scope.named("transfer")));

        assertOriginal(named.send(Head.keyed("k")));
        assertDuplicate(named.send(Head.of("PUT", "/b").with("Idempotency-Key", "k")));
        assertThatThrownBy(() -> Scope.named("")).isInstanceOf(InvalidIdentifierException.class);
    }

    @Test
    @Tag("RQ-15")
    void target_overTheLimit_isRefusedBeforeAnybodyIsAskedForItsClient() {
        HttpIdempotency guarded = Endpoint.of(head -> {
                    throw new AssertionError("asked");
                })
                .idempotency;
        String longest = "/" + "p".repeat(Operation.MAX_BYTES - "POST /".length());

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
        String query = "q".repeat(Operation.MAX_BYTES);

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
        Endpoint byTenant = Endpoint.under(POLICY.withScope(head -> {
            throw new InvalidIdentifierException("X-Tenant", "is none");
        }));

        assertProblem(byTenant.send(Head.keyed("k").with("X-Tenant", "?")), 400, ProblemTypes.BAD_HEADER, "X-Tenant");
    }
}
