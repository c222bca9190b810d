package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.assertDuplicate;
import static io.counterfoil.http.Endpoint.assertOriginal;
import static io.counterfoil.http.Endpoint.assertProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.BodyFieldReader;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.http.request.KeySource;
import io.counterfoil.http.request.PathTemplate;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of request IDs, clients and attempts that the contracts of this product print, as requests. */
class ContractExamplesTest {

    private static final HttpPolicy POLICY = HttpPolicy.DEFAULT.withMethods(Set.of("POST", "PUT"));

    /** In the order of their sources: the contract on identifiers, the ledger's contract, that on control signals, the tutorial. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "123",
                "ledger-for-subsidy-0193f1a2-7c4e-7d10-8a55-3f2b6c1d9e04",
                "ledger-for-subsidy-0193f1a2-7c4e-7d10-8a55-3f2b6c1d9e04-2500-initial-deposit",
                "ledger-for-subsidy-0193f1a2-7c4e-7d10-8a55-3f2b6c1d9e04-9f86d081884c7d659a2feaa0c55ad015",
                "admin-invoked-reverse-0193f1a2-7c4e-7d10-8a55-3f2b6c1d9e04",
                "unenrollment-reversal-0193f1a2-7c4e-7d10-8a55-3f2b6c1d9e04-2023-05-01T12:30:08Z",
                "a1c3-1111-2222-9f",
                "01976b10-a45c-7786-988e-e261ef5d015b",
                "6820698575169822721",
                "507f191e810c19729de860ea",
                "1000000000001"
            })
    @Tag("RQ-1")
    @Tag("RQ-2")
    void keyOfAnExample_isOneRequest_whereverItIsSent(String key) {
        Endpoint header = Endpoint.under(POLICY);
        Endpoint path = Endpoint.under(
                POLICY.withKey(keys -> keys.withSource(KeySource.path(PathTemplate.parse("/v1/{key}"), "key"))));
        Endpoint query = Endpoint.under(POLICY.withKey(keys -> keys.withSource(KeySource.query("idempotency_key"))));
        Endpoint body = Endpoint.under(
                POLICY.withKey(keys -> keys.withSource(KeySource.body("idempotency_key", BodyFieldReader.WHOLE))));

        assertOriginal(header.send(Head.keyed(key)));
        assertDuplicate(header.send(Head.keyed('"' + key + '"')));
        assertOriginal(path.send(Head.of("PUT", "/v1/" + key)));
        assertDuplicate(path.send(Head.of("PUT", "/v1/" + key)));
        assertOriginal(query.send(Head.post("/v1").withQuery("idempotency_key=" + key)));
        assertDuplicate(query.send(Head.post("/v1").withQuery("idempotency_key=" + key)));
        assertOriginal(body.send(Head.post("/v1"), key.getBytes(UTF_8)));
        assertDuplicate(body.send(Head.post("/v1"), key.getBytes(UTF_8)));
    }

    /** The contract on identifiers: client X's "123" is not client Y's; the same on another path or method is another request. */
    @Test
    @Tag("RQ-3")
    @Tag("RQ-16")
    void sameKey_ofAnotherClient_pathOrMethod_isAnotherRequest() {
        Endpoint endpoint = Endpoint.of(ClientResolver.header("X-Client-Name"));

        assertOriginal(endpoint.send(Head.keyed("123").with("X-Client-Name", "X")));
        assertOriginal(endpoint.send(Head.keyed("123").with("X-Client-Name", "Y")));
        assertOriginal(
                endpoint.send(Head.post("/other").with("Idempotency-Key", "123").with("X-Client-Name", "X")));
        assertOriginal(endpoint.send(
                Head.of("PATCH", "/a").with("Idempotency-Key", "123").with("X-Client-Name", "X")));
        assertDuplicate(endpoint.send(Head.keyed("123").with("X-Client-Name", "X")));
        assertThat(endpoint.executions()).isEqualTo(4);
    }

    /** The contract on identifiers: a counter or a unique value, echoed, with that of the original, and never compared. */
    @ParameterizedTest
    @ValueSource(strings = {"2", "1", "attempt-002-cccc-dddd", "01976b10-a45c-7786-988e-e261ef5d015b"})
    @Tag("RQ-9")
    @Tag("RQ-10")
    void attemptOfAnExample_isEchoed_besideThatOfTheOriginal(String attempt) {
        Endpoint endpoint = Endpoint.under(POLICY);
        endpoint.send(Head.keyed("a1c3-1111-2222-9f").with("Idempotency-Attempt", "attempt-001-aaaa-bbbb"));

        Response retry = endpoint.send(Head.keyed("a1c3-1111-2222-9f").with("Idempotency-Attempt", attempt));

        assertDuplicate(retry);
        assertThat(retry.header("Idempotency-Attempt")).contains(attempt);
        assertThat(retry.header("Idempotency-First-Attempt")).contains("attempt-001-aaaa-bbbb");
        assertThat(retry.header("Idempotency-First-Received")).contains("2026-01-02T03:04:05Z");
        assertThat(retry.header("Idempotency-Request-Count")).contains("2");
        assertThat(endpoint.executions()).isOne();
    }

    /** The contract on identifiers: a request with a too long request ID is an invalid request, 400. */
    @Test
    @Tag("RQ-2")
    void tooLongKey_isAnInvalidRequest() {
        Endpoint endpoint = Endpoint.under(POLICY.withKey(keys -> keys.withMaxBytes(36)));

        assertOriginal(endpoint.send(Head.keyed("01976b10-a45c-7786-988e-e261ef5d015b")));
        assertProblem(
                endpoint.send(Head.keyed("01976b10-a45c-7786-988e-e261ef5d015b-2")),
                400,
                ProblemTypes.BAD_HEADER,
                "Idempotency-Key");
        assertThat(endpoint.executions()).isOne();
    }
}
