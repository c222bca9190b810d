package io.counterfoil.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.request.ClientResolver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients are isolated: no part of a client's response reaches another client. */
abstract class ClientScenarios extends OutcomeScenarios {

    private static final String API_KEY = "X-Api-Key";

    ClientScenarios() {}

    @Test
    @Tag("RQ-5")
    @Tag("RQ-6")
    @Tag("RQ-16")
    void sameKeyOfAnotherClient_isAnotherRequest_alsoAnonymous() throws Exception {
        answer(exchange -> {
            happen(exchange);
            String client = exchange.headers(CLIENT).stream().findFirst().orElse("anonymous");
            exchange.respond(200, List.of(field("X-Secret", client)), utf8("for " + client));
        });
        String path = freshPath();
        String key = fresh();

        for (int i = 0; i < 2; i++) {
            for (String client : List.of("one", "other", "One")) {
                Answer answer = post(path, "body", KEY, key, CLIENT, client);
                assertThat(answer.text()).isEqualTo("for " + client);
                assertThat(answer.all("X-Secret")).containsExactly(client);
                assertThat(answer.header(REPLAYED)).contains(i == 0 ? "false" : "true");
            }
            assertThat(post(path, "body", KEY, key).text()).isEqualTo("for anonymous");
        }
        assertThat(effects(path)).isEqualTo(4);
    }

    @Test
    @Tag("RQ-16")
    void anotherClientsKey_revealsNothing() throws Exception {
        String path = freshPath();
        String key = fresh();
        post(path, "body", KEY, key, CLIENT, "one");

        assertFirst(post(path, "other body", KEY, key, CLIENT, "other"), 200);
    }

    @Test
    @Tag("RQ-5")
    void clientNamedTwice_isRejected() throws Exception {
        String path = freshPath();

        Answer refused = raw(RawConnection.request(
                "POST", path, "body", KEY + ": " + fresh(), CLIENT + ": one", CLIENT + ": other"));

        assertProblem(refused, 400, ProblemTypes.BAD_HEADER);
        assertThat(refused.text()).contains("\"field\":\"" + CLIENT + "\"");
        assertThat(effects(path)).isZero();
    }

    @Test
    @Tag("RQ-5")
    @Tag("RQ-16")
    void principal_isTheClient() throws Exception {
        assume(Feature.PRINCIPAL);
        guard(new HttpIdempotency(backend().engine().with(IMPATIENT), POLICY, ClientResolver.PRINCIPAL));
        answer(exchange -> {
            happen(exchange);
            exchange.respond(200, List.of(), utf8("for " + exchange.principal().orElse("anonymous")));
        });
        String path = freshPath();
        String key = fresh();

        for (String replayed : List.of("false", "true")) {
            for (String name : List.of("alice", "bob")) {
                Answer answer = post(path, "body", KEY, key, ContractServer.PRINCIPAL_FIELD, name);
                assertThat(answer.text()).isEqualTo("for " + name);
                assertThat(answer.header(REPLAYED)).contains(replayed);
            }
        }
        assertThat(effects(path)).isEqualTo(2);
    }

    @Test
    @Tag("RQ-5")
    @Tag("RQ-16")
    void apiKeysOfOneOwner_areOneClient_andAnUnknownOneIsRejected() throws Exception {
        Map<String, String> owners = new HashMap<>(Map.of("old-key", "alice", "new-key", "alice", "bobs-key", "bob"));
        guard(new HttpIdempotency(
                backend().engine().with(IMPATIENT),
                POLICY,
                ClientResolver.apiKey(API_KEY, key -> Optional.ofNullable(owners.get(key)))));
        String path = freshPath();
        String key = fresh();

        Answer first = post(path, "body", KEY, key, API_KEY, "old-key");
        Answer unknown = post(path, "body", KEY, key, API_KEY, "stolen-key");

        assertFirst(first, 200);
        assertReplay(post(path, "body", KEY, key, API_KEY, "new-key"), first);
        assertFirst(post(path, "body", KEY, key, API_KEY, "bobs-key"), 200);
        assertProblem(unknown, 401, ProblemTypes.UNKNOWN_CLIENT);
        assertThat(unknown.text()).doesNotContain("stolen-key").contains("\"field\":\"" + API_KEY + "\"");
        assertThat(effects(path)).isEqualTo(2);
    }
}
