package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.body;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.KeySource;
import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpPolicyTest {

    private static final HeaderNames NAMES = HeaderNames.DEFAULT;

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "TRACE", "get"})
    void method_thatIsSafe_cannotBeGuarded(String method) {
        assertThatThrownBy(() -> HttpPolicy.DEFAULT.withMethods(Set.of("POST", method)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(method + " is safe")
                .hasMessageContaining("remove it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"post", "", "PO ST", "CONNECT"})
    void method_thatIsNone_isRefused(String method) {
        assertThatThrownBy(() -> HttpPolicy.DEFAULT.withMethods(Set.of(method)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining('"' + method + '"');
    }

    @Test
    void methods_none_areRefused() {
        assertThatThrownBy(() -> HttpPolicy.DEFAULT.withMethods(Set.of())).hasMessageContaining("methods");
    }

    @Test
    @Tag("RQ-15")
    void bodyLimit_belowOne_isRefusedWithTheValue() {
        assertThatThrownBy(() -> HttpPolicy.DEFAULT.withBody(bodies -> bodies.withMaxBytes(0)))
                .hasMessageContaining("body.maxBytes")
                .hasMessageContaining("is 0");
        assertThat(HttpPolicy.DEFAULT
                        .withBody(bodies -> bodies.withMaxBytes(1))
                        .body()
                        .maxBytes())
                .isOne();
    }

    @Test
    void alias_thatIsOneOfOurNames_isRefused() {
        HttpPolicy policy = HttpPolicy.DEFAULT;

        assertThatThrownBy(() -> policy.withKey(keys -> keys.withSource(KeySource.header("idempotency-key"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("idempotency-key");
        assertThatThrownBy(() -> policy.withKey(keys -> keys.withSource(KeySource.header("Idempotency-Attempt"))))
                .hasMessageContaining("Idempotency-Attempt");
    }

    @Test
    void names_thatAreOneOrNone_areRefused() {
        assertThatThrownBy(() -> names("Idempotency-Key", "idempotency-key"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("idempotencyKey and attempt");
        assertThatThrownBy(() -> names("Idempotency Key", "A")).hasMessageContaining("\"Idempotency Key\"");
        assertThatThrownBy(() -> names("", "A")).hasMessageContaining("idempotencyKey");
    }

    @Test
    @Tag("RQ-1")
    void names_ofOnesOwn_areUsed() {
        Endpoint endpoint = Endpoint.under(HttpPolicy.DEFAULT.withNames(names("X-Key", "X-Try")));

        Response made = endpoint.send(Head.post("/a").with("X-Key", "k").with("X-Try", "1"));

        assertThat(made.header("X-Try")).contains("1");
        Endpoint.assertDuplicate(endpoint.send(Head.post("/a").with("x-key", "\"k\"")));
        assertThat(endpoint.idempotency.admit(Head.keyed("k"))).isInstanceOf(Admission.Unkeyed.class);
    }

    @Test
    void documentation_isLinkedInEveryProblem_andInNothingElse() {
        Endpoint endpoint = Endpoint.under(HttpPolicy.DEFAULT
                .withKey(keys -> keys.withRequired(true))
                .withDocumentation(URI.create("https://example.com/keys")));
        String link = "<https://example.com/keys>; rel=\"describedby\"";

        assertThat(endpoint.send(Head.post("/a")).header("Link")).contains(link);
        assertThat(endpoint.send(Head.keyed("")).header("Link")).contains(link);
        assertThat(endpoint.send(Head.keyed("k")).header("Link")).isEmpty();
        assertThat(endpoint.send(Head.keyed("k")).header("Link")).isEmpty();
        assertThat(endpoint.send(Head.keyed("k"), new byte[1]).header("Link")).contains(link);
        assertThat(body(Endpoint.under(HttpPolicy.DEFAULT).send(Head.keyed(""))))
                .doesNotContain("example");
        assertThatThrownBy(() -> HttpPolicy.DEFAULT.withDocumentation(URI.create("/keys")))
                .hasMessageContaining("/keys");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void eachName_isThatOfAHeaderField(int component) {
        String[] names = {"k", "a", "r", "f", "t", "c", "s", "i"};
        names[component] = "no name";

        assertThatThrownBy(() ->
                        new HeaderNames(names[0], names[1], names[2], names[3], names[4], names[5], names[6], names[7]))
                .hasMessageContaining("is not a valid header field name: \"no name\"");
    }

    @Test
    @Tag("RQ-2")
    void limitOfKeys_isFromOneByteToWhatTheTablesHold() {
        assertThat(HttpPolicy.DEFAULT.key().maxBytes()).isEqualTo(255);
        assertThat(HttpPolicy.DEFAULT
                        .withKey(keys -> keys.withMaxBytes(1))
                        .key()
                        .maxBytes())
                .isOne();
        assertThat(HttpPolicy.DEFAULT
                        .withKey(keys -> keys.withMaxBytes(255).withRequired(true))
                        .key()
                        .maxBytes())
                .isEqualTo(255);
        for (int limit : new int[] {0, 256}) {
            assertThatThrownBy(() -> HttpPolicy.DEFAULT.withKey(keys -> keys.withMaxBytes(limit)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("key.maxBytes must be from 1 to 255, but is " + limit);
        }
    }

    @Test
    void policy_changed_leavesTheOneItCameFrom() {
        HttpPolicy changed = HttpPolicy.DEFAULT
                .withBody(bodies -> bodies.withMaxBytes(7))
                .withKey(keys -> keys.withRequired(true))
                .withMethods(Set.of("PUT"));

        assertThat(changed.body().maxBytes()).isEqualTo(7);
        assertThat(changed.key().required()).isTrue();
        assertThat(changed.methods()).containsExactly("PUT");
        assertThat(HttpPolicy.DEFAULT.body().maxBytes()).isEqualTo(1 << 20);
        assertThat(HttpPolicy.DEFAULT.key().required()).isFalse();
        assertThat(HttpPolicy.DEFAULT.methods()).containsExactlyInAnyOrder("POST", "PATCH");
    }

    private static HeaderNames names(String key, String attempt) {
        return new HeaderNames(
                key,
                attempt,
                NAMES.replayed(),
                NAMES.firstReceived(),
                NAMES.firstAttempt(),
                NAMES.requestCount(),
                NAMES.stored(),
                NAMES.correlationId());
    }
}
