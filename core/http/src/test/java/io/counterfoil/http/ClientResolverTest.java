package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.assertDuplicate;
import static io.counterfoil.http.Endpoint.assertOriginal;
import static io.counterfoil.http.Endpoint.assertProblem;
import static io.counterfoil.http.Endpoint.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.idempotency.key.ClientId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RQ-5")
class ClientResolverTest {

    private static final Map<String, String> OWNERS =
            Map.of("the first key of alice", "alice", "the second key of alice", "alice", "the key of bob", "bob");

    private static final ClientResolver API_KEY = ClientResolver.apiKey("X-Api-Key", ClientResolverTest::owner);
    private static final ClientResolver SERVICE = ClientResolver.header("X-Client-Name");
    private static final ClientResolver ALL =
            ClientResolver.PRINCIPAL.as("user").or(API_KEY.as("owner")).or(SERVICE.as("service"));

    private static final Head NOBODY = Head.keyed("k");
    private static final Head PRINCIPAL_ALICE = NOBODY.by("alice");
    private static final Head PRINCIPAL_BOB = NOBODY.by("bob");
    private static final Head KEY_OF_ALICE = NOBODY.with("X-Api-Key", "the first key of alice");
    private static final Head OTHER_KEY_OF_ALICE = NOBODY.with("X-Api-Key", "the second key of alice");
    private static final Head KEY_OF_BOB = NOBODY.with("X-Api-Key", "the key of bob");
    private static final Head SERVICE_ALICE = NOBODY.with("X-Client-Name", "alice");
    private static final Head SERVICE_BOB = NOBODY.with("X-Client-Name", "bob");

    record Case(String name, ClientResolver resolver, List<Head> clients) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> resolvers() {
        return Stream.of(
                new Case("principal", ClientResolver.PRINCIPAL, List.of(PRINCIPAL_ALICE, PRINCIPAL_BOB, SERVICE_ALICE)),
                new Case("API key", API_KEY, List.of(KEY_OF_ALICE, KEY_OF_BOB, SERVICE_ALICE)),
                new Case("service name", SERVICE, List.of(SERVICE_ALICE, SERVICE_BOB, PRINCIPAL_ALICE)),
                new Case("prefixed", SERVICE.as("service"), List.of(SERVICE_ALICE, SERVICE_BOB, NOBODY)),
                new Case(
                        "one after the other",
                        ALL,
                        List.of(
                                PRINCIPAL_ALICE,
                                PRINCIPAL_BOB,
                                KEY_OF_ALICE,
                                KEY_OF_BOB,
                                SERVICE_ALICE,
                                SERVICE_BOB,
                                NOBODY,
                                NOBODY.with("X-Client-Name", "user:alice"),
                                NOBODY.with("X-Client-Name", "owner:alice"),
                                NOBODY.by("service:alice"),
                                NOBODY.by("(anonymous)"))));
    }

    @ParameterizedTest
    @MethodSource("resolvers")
    @Tag("RQ-16")
    void sameKey_ofDifferentClients_neverGetsAnothersAnswer(Case given) {
        Endpoint endpoint = Endpoint.of(given.resolver());

        for (Head client : given.clients()) {
            Response made = endpoint.send(client, text(201, "for " + client));
            assertOriginal(made);
            assertThat(Endpoint.body(made)).isEqualTo("for " + client);
        }
        for (Head client : given.clients()) {
            Response replayed = endpoint.send(client, text(500, "unreached"));
            assertDuplicate(replayed);
            assertThat(Endpoint.body(replayed)).isEqualTo("for " + client);
        }
    }

    @Test
    void keysOfOneOwner_areOneClient() {
        Endpoint endpoint = Endpoint.of(API_KEY);

        assertOriginal(endpoint.send(KEY_OF_ALICE));
        assertDuplicate(endpoint.send(OTHER_KEY_OF_ALICE));
        assertThat(API_KEY.resolve(KEY_OF_ALICE)).isEqualTo(ClientId.of("alice"));
    }

    @Test
    @Tag("RQ-6")
    void client_thatCannotBeTold_isAnonymous() {
        for (ClientResolver resolver :
                List.of(ClientResolver.ANONYMOUS, ClientResolver.PRINCIPAL, API_KEY, SERVICE, ALL)) {
            assertThat(resolver.resolve(NOBODY)).isEqualTo(ClientId.ANONYMOUS);
            assertThat(resolver.as("kind").resolve(NOBODY)).isEqualTo(ClientId.ANONYMOUS);
        }
        assertThat(ClientResolver.ANONYMOUS.resolve(PRINCIPAL_ALICE)).isEqualTo(ClientId.ANONYMOUS);
    }

    @Test
    @Tag("RQ-6")
    void anonymousRequests_shareOneScope() {
        Endpoint endpoint = Endpoint.of(ALL);

        assertOriginal(endpoint.send(NOBODY));
        assertDuplicate(endpoint.send(NOBODY.with("X-Other", "x")));
    }

    @Test
    void nameOfTheHeader_isReadInAnyCase_andTheValueIsNotFolded() {
        assertThat(SERVICE.resolve(NOBODY.with("x-client-name", "Shop"))).isEqualTo(ClientId.of("Shop"));
        assertThat(SERVICE.as("service").resolve(SERVICE_BOB)).isEqualTo(ClientId.of("service:bob"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nobody's s3cr3t key", "the first key of alice ", "THE FIRST KEY OF ALICE"})
    @Tag("RQ-16")
    void unknownApiKey_isRejected_andNeitherReturnedNorLogged(String key) {
        Endpoint endpoint = Endpoint.of(ALL);

        try (LogLines log = new LogLines()) {
            Response refused = endpoint.send(NOBODY.with("X-Api-Key", key).with("Idempotency-Attempt", "1"));

            assertProblem(refused, 401, ProblemTypes.UNKNOWN_CLIENT, "X-Api-Key");
            assertThat(refused.header("WWW-Authenticate")).contains("ApiKey field=\"X-Api-Key\"");
            assertThat(refused.header("Idempotency-Attempt")).contains("1");
            assertThat(refused + Endpoint.body(refused) + log.text())
                    .doesNotContain("nobody's s3cr3t key")
                    .doesNotContain("THE FIRST KEY OF ALICE");
        }
        assertThat(endpoint.executions()).isZero();
    }

    @Test
    @Tag("RQ-16")
    void apiKey_inUse_isInNoLog() {
        Endpoint endpoint = Endpoint.of(API_KEY);

        try (LogLines log = new LogLines()) {
            endpoint.send(KEY_OF_ALICE);
            endpoint.send(OTHER_KEY_OF_ALICE);
            assertThat(log.text())
                    .contains("Request executed")
                    .contains("Request replayed")
                    .doesNotContain("key of alice");
        }
    }

    @Test
    void apiKey_whoseOwnerHasNoName_isTheServicesFault_notTheRequests() {
        ClientResolver nameless = ClientResolver.apiKey("X-Api-Key", key -> Optional.of(""));

        assertThatThrownBy(() -> nameless.resolve(KEY_OF_ALICE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("X-Api-Key")
                .hasMessageNotContaining("the first key of alice");
    }

    @Test
    @Tag("RQ-2")
    void clientsName_thatCannotBeRead_isRefusedByTheFieldsName() {
        Endpoint endpoint = Endpoint.of(ALL);

        assertProblem(endpoint.send(NOBODY.with("X-Client-Name", "")), 400, ProblemTypes.BAD_HEADER, "X-Client-Name");
        assertProblem(
                endpoint.send(NOBODY.with("X-Client-Name", "x".repeat(256))),
                400,
                ProblemTypes.BAD_HEADER,
                "X-Client-Name");
        assertProblem(
                endpoint.send(SERVICE_ALICE.with("X-Client-Name", "alice")),
                400,
                ProblemTypes.BAD_HEADER,
                "X-Client-Name");
        assertProblem(
                endpoint.send(KEY_OF_ALICE.with("X-Api-Key", "the first key of alice")),
                400,
                ProblemTypes.BAD_HEADER,
                "X-Api-Key");
        assertProblem(endpoint.send(NOBODY.by("x".repeat(256))), 400, ProblemTypes.BAD_CLIENT, "principal");
        assertProblem(endpoint.send(NOBODY.by("x".repeat(255))), 400, ProblemTypes.BAD_CLIENT, "client name");
        assertThat(endpoint.executions()).isZero();
    }

    @Test
    @Tag("RQ-15")
    void client_isAskedForLast_ofRequestsThatAreRightOtherwise() {
        Endpoint endpoint = Endpoint.of(ClientResolver.apiKey("X-Api-Key", key -> {
            throw new AssertionError("asked");
        }));
        Head head = Head.post("/a").with("X-Api-Key", "the first key of alice");

        assertThat(endpoint.idempotency.admit(head)).isInstanceOf(Admission.Unkeyed.class);
        assertThat(endpoint.idempotency.admit(head.with("Idempotency-Key", ""))).isInstanceOf(Admission.Refused.class);
        assertThat(endpoint.idempotency.admit(Head.of("GET", "/a").with("Idempotency-Key", "k")))
                .isInstanceOf(Admission.Unkeyed.class);
        assertThatThrownBy(() -> endpoint.idempotency.admit(head.with("Idempotency-Key", "k")))
                .hasMessage("asked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"User-Agent", "X-Forwarded-For", "x-real-ip", "Forwarded", "CF-Connecting-IP", "Via"})
    void addressesAndPrograms_areNoIdentity(String name) {
        for (Function<String, ClientResolver> making : makers()) {
            assertThatThrownBy(() -> making.apply(name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining("different clients share its values");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Idempotency-Key", "correlation-id", "X-Request-Id", "traceparent"})
    void fieldsOfASingleTry_areNoIdentity(String name) {
        for (Function<String, ClientResolver> making : makers()) {
            assertThatThrownBy(() -> making.apply(name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining("no retry would be recognized");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "cookie", "X-API-Key"})
    void secrets_areNoNames_butMayBeKeys(String name) {
        assertThatThrownBy(() -> ClientResolver.header(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name)
                .hasMessageContaining("secret");
        assertThat(ClientResolver.apiKey(name, ClientResolverTest::owner).resolve(NOBODY.with(name, "the key of bob")))
                .isEqualTo(ClientId.of("bob"));
    }

    @Test
    void apiKeyInAFieldThatIsNone_isRefused() {
        assertThatThrownBy(() -> ClientResolver.apiKey("X Api Key", name -> Optional.empty()))
                .hasMessageContaining("the client's header field")
                .hasMessageContaining("X Api Key");
    }

    @Test
    @Tag("RQ-16")
    void resolvers_thatMayKnowTwoClientsByOneName_areNotJoined() {
        assertThatThrownBy(() -> ClientResolver.PRINCIPAL.or(SERVICE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("as(...)");
        assertThatThrownBy(() -> ClientResolver.PRINCIPAL.as("user").or(SERVICE))
                .hasMessageContaining("as(...)");
        assertThatThrownBy(() -> ClientResolver.PRINCIPAL.as("a").or(SERVICE.as("a")))
                .hasMessageContaining("\"a\"");
        assertThatThrownBy(() -> ALL.or(SERVICE.as("user"))).hasMessageContaining("\"user\"");
        assertThatThrownBy(() -> SERVICE.as("user:alice")).hasMessageContaining("user:alice");
        assertThatThrownBy(() -> SERVICE.as("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void resolversOfTheSameNames_areOne() {
        Endpoint endpoint = Endpoint.of(ClientResolver.PRINCIPAL.orOfTheSameNames(API_KEY));

        assertOriginal(endpoint.send(PRINCIPAL_ALICE));
        assertDuplicate(endpoint.send(KEY_OF_ALICE));
        assertOriginal(endpoint.send(KEY_OF_BOB));
    }

    private static Optional<String> owner(String key) {
        return Optional.ofNullable(OWNERS.get(key));
    }

    private static List<Function<String, ClientResolver>> makers() {
        return List.of(ClientResolver::header, name -> ClientResolver.apiKey(name, ClientResolverTest::owner));
    }
}
