package io.counterfoil.ledger.api;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.testkit.network.Fault;
import io.counterfoil.testkit.network.FaultPlan;
import io.counterfoil.testkit.network.FaultyChannel;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Generated batches over a network that loses requests and answers, to a service that is stopped and started again in between: whatever
 * names and keys meet, in the end every reference ID resolves to exactly one transaction, and each transaction is there once.
 */
class BatchPropertyTest {

    private static final int NAMES = 6;
    private static final int LEDGERS = 2;

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static @Nullable RunningService service;
    private static int tries;

    /** A wish of a batch; {@code name} and {@code key} are drawn from a few, so that they meet. */
    record Item(
            long quantity, @Nullable Integer name, @Nullable Integer key) {}

    /** A batch. */
    record Wish(int ledger, boolean allOrNothing, List<Item> items) {}

    @BeforeContainer
    static void start() {
        service = RunningService.start(List.of("counterfoil.limits.wait-time=10m"));
    }

    @AfterContainer
    static void stop() {
        service().close();
    }

    private static RunningService service() {
        return requireNonNull(service, "started before all tries");
    }

    @Provide
    Arbitrary<List<Wish>> wishes() {
        Arbitrary<@Nullable Integer> drawn =
                Arbitraries.integers().between(0, NAMES - 1).injectNull(0.4);
        Arbitrary<Item> item = Combinators.combine(Arbitraries.longs().between(-9, 9), drawn, drawn)
                .as(Item::new);
        Arbitrary<Wish> wish = Combinators.combine(
                        Arbitraries.integers().between(0, LEDGERS - 1),
                        Arbitraries.of(true, false),
                        item.list().ofMinSize(1).ofMaxSize(8))
                .as(Wish::new);
        return wish.list().ofMinSize(1).ofMaxSize(6);
    }

    @Property(tries = 25, shrinking = ShrinkingMode.OFF)
    @Tag("RF-2")
    @Tag("RF-3")
    @Tag("RF-4")
    @Tag("RF-5")
    void everyReference_despiteFaults_resolvesToOneTransaction(@ForAll("wishes") List<Wish> wishes, @ForAll long seed)
            throws Exception {
        String client = "property " + Api.fresh();
        List<String> ledgers = IntStream.range(0, LEDGERS)
                .mapToObj(i -> new Api(service().uri()).ledger(20))
                .toList();
        List<JsonNode> answers = new ArrayList<>();
        FaultPlan plan = FaultPlan.random(
                seed,
                Fault.loseRequest().at(0.15),
                Fault.loseResponse().at(0.2),
                Fault.truncateResponse(40).at(0.15));
        for (int number = 0; number < wishes.size(); number++) {
            if (number == 1 && tries++ % 10 == 5) {
                restart();
            }
            JsonNode answer = sent(wishes.get(number), number, client, ledgers, plan);
            if (answer != null) {
                answers.add(answer);
            }
        }

        Api api = new Api(service().uri());
        Map<String, String> byName = new HashMap<>();
        Set<String> created = new HashSet<>();
        long posted = 0;
        for (JsonNode answer : answers) {
            JsonNode found = api.get("/v1/batches/"
                            + answer.get("batch_id").stringValue().replace(" ", "%20") + "?limit=1000")
                    .client(client)
                    .ok()
                    .json();
            assertThat(found.get("members")).isEqualTo(answer.get("members"));
            for (JsonNode member : found.get("members")) {
                if (member.get("outcome").stringValue().equals("created")) {
                    String id = member.get("transaction_id").stringValue();
                    assertThat(created.add(id)).as("made once: %s", id).isTrue();
                    posted += member.get("quantity").longValue();
                    assertThat(transactionNamed(api, client, member)).isEqualTo(id);
                    if (!member.get("reference_id").isNull()) {
                        assertThat(byName.put(member.get("reference_id").stringValue(), id))
                                .isNull();
                    }
                }
            }
        }
        assertThat(ledgers.stream()
                        .mapToInt(ledger -> api.entries(ledger, 1000).size())
                        .sum())
                .isEqualTo(created.size() + LEDGERS);
        assertThat(ledgers.stream().mapToLong(api::balance).sum()).isEqualTo(20 * LEDGERS + posted);
    }

    private static String transactionNamed(Api api, String client, JsonNode member) {
        String query = member.get("reference_id").isNull()
                ? "service_reference_id=" + member.get("service_reference_id").stringValue()
                : "reference_id=" + member.get("reference_id").stringValue().replace(" ", "%20");
        return api.get("/v1/transactions?" + query).client(client).ok().id();
    }

    private static void restart() {
        RunningService before = service();
        before.close();
        service = RunningService.on(before.database(), "counterfoil.limits.wait-time=10m");
    }

    /** What a batch was answered with in the end; null where it was refused as a whole. */
    private static @Nullable JsonNode sent(Wish wish, int number, String client, List<String> ledgers, FaultPlan plan)
            throws IOException, InterruptedException {
        IdempotentClient http = IdempotentClient.builder()
                .httpClient(HTTP)
                .retryPolicy(RetryPolicy.DEFAULT
                        .withMaxAttempts(50)
                        .withBudget(Duration.ofMinutes(10))
                        .withAttemptTimeout(Duration.ofMinutes(5))
                        .withBackoff(Duration.ofMillis(1), Duration.ofMillis(5)))
                .build();
        String key = client + " " + number;
        String body = Bodies.json(
                "idempotency_key",
                key,
                "batch_id",
                "batch " + number,
                "mode",
                wish.allOrNothing() ? "all_or_nothing" : "per_item",
                "transactions",
                wish.items().stream().map(item -> members(item, client)).toList());
        try (FaultyChannel channel =
                FaultyChannel.open(service().uri().getHost(), service().uri().getPort(), plan)) {
            Answer answer = http.send(RetryableRequest.post(
                            channel.uri("/v1/ledgers/" + ledgers.get(wish.ledger()) + "/transaction-batches"))
                    .header("X-Client-Name", client)
                    .keyInBody(new RequestId(key))
                    .json(body)
                    .build());
            assertThat(answer.status()).as("%s", answer.text()).isIn(201, 400, 422);
            return answer.status() == 201 ? Bodies.read(answer.body()) : null;
        } catch (RetriesExhaustedException gaveUp) {
            throw new AssertionError("fifty tries, and not one came through", gaveUp);
        }
    }

    private static Map<String, Object> members(Item item, String client) {
        Map<String, Object> members = new HashMap<>();
        members.put("quantity", item.quantity());
        if (item.name() != null) {
            members.put("reference_id", "name " + item.name());
        }
        if (item.key() != null) {
            members.put("idempotency_key", client + " item " + item.key());
        }
        return members;
    }
}
