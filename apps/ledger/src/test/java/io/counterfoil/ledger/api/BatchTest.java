package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Many transactions by one request: named by the client, by the service, or both. */
@Timeout(300)
class BatchTest {

    private static final String INVALID = "ledger:invalid-request";

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();
    private final String client = "batches " + Api.fresh();

    private Call batch(String ledger, String key, String batchId, String mode, Object... items) {
        return api.post(
                        "/v1/ledgers/" + ledger + "/transaction-batches",
                        "idempotency_key",
                        key,
                        "batch_id",
                        batchId,
                        "mode",
                        mode,
                        "transactions",
                        List.of(items))
                .client(client);
    }

    private Call batch(String ledger, String mode, Object... items) {
        return batch(ledger, Api.fresh(), Api.fresh(), mode, items);
    }

    private static Map<String, Object> item(long quantity, Object... namesAndValues) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("quantity", quantity);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            item.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return item;
    }

    private Call lookUp(String batchId) {
        return api.get("/v1/batches/" + batchId + "?limit=1000").client(client);
    }

    private static List<JsonNode> members(JsonNode batch) {
        return batch.get("members").valueStream().toList();
    }

    private static List<Tuple> outcomes(JsonNode batch) {
        return members(batch).stream()
                .map(member -> tuple(
                        member.get("position").intValue(), member.get("outcome").stringValue()))
                .toList();
    }

    @Test
    @Tag("RF-4")
    @Tag("RF-5")
    void mixedNaming_membersAreFoundByBatchIdAndByName() {
        String ledger = api.ledger(100);
        String named = Api.fresh();
        String id = Api.fresh();

        JsonNode answered = batch(
                        ledger, Api.fresh(), id, "all_or_nothing", item(-10, "reference_id", named), item(-20))
                .created()
                .json();

        assertThat(answered.get("batch_id").stringValue()).isEqualTo(id);
        assertThat(answered.get("created").intValue()).isEqualTo(2);
        JsonNode first = members(answered).get(0);
        JsonNode second = members(answered).get(1);
        assertThat(first.get("reference_id").stringValue()).isEqualTo(named);
        assertThat(second.get("reference_id").isNull()).isTrue();
        assertThat(members(lookUp(id).ok().json())).isEqualTo(members(answered));
        assertThat(api.get("/v1/transactions?reference_id=" + named)
                        .client(client)
                        .ok()
                        .id())
                .isEqualTo(first.get("transaction_id").stringValue());
        assertThat(api.get("/v1/transactions?service_reference_id="
                                + second.get("service_reference_id").stringValue())
                        .client(client)
                        .ok()
                        .id())
                .isEqualTo(second.get("transaction_id").stringValue());
        assertThat(api.balance(ledger)).isEqualTo(70);
    }

    @Test
    @Tag("RF-2")
    @Tag("RF-4")
    void batchId_isItsClientsOwn() {
        String ledger = api.ledger(100);
        String id = Api.fresh();
        batch(ledger, Api.fresh(), id, "per_item", item(-1)).created();

        api.get("/v1/batches/" + id).client("another " + client).refused(404, "ledger:not-found");
        assertThat(api.get("/v1/batches?limit=1000").client(client).ok().json().get("items"))
                .extracting(batch -> batch.get("batch_id").stringValue())
                .containsExactly(id);
    }

    @Test
    @Tag("RF-4")
    void batchIdWithASlash_isFoundByTheQuery() {
        String ledger = api.ledger(100);
        String id = "june/" + Api.fresh();
        batch(ledger, Api.fresh(), id, "per_item", item(-1)).created();

        JsonNode found = api.get("/v1/batches?batch_id=" + id.replace("/", "%2F"))
                .client(client)
                .ok()
                .json();

        assertThat(found.get("batch_id").stringValue()).isEqualTo(id);
    }

    @Test
    @Tag("RF-4")
    @Tag("LG-3")
    void sameKey_answersTheSameMembers_andPostsNothing() {
        String ledger = api.ledger(100);
        Call call = batch(ledger, "per_item", item(-10), item(-1000), item(-20, "reference_id", Api.fresh()));
        Reply first = call.created().isOriginal();

        Reply again = call.created().isReplayed();

        assertThat(again.json()).isEqualTo(first.json());
        assertThat(api.balance(ledger)).isEqualTo(70);
        assertThat(api.entries(ledger, 10)).hasSize(3);
    }

    @Test
    @Tag("RQ-11")
    void sameKey_withOtherItems_isRefused() {
        String ledger = api.ledger(100);
        String key = Api.fresh();
        String id = Api.fresh();
        batch(ledger, key, id, "per_item", item(-10)).created();

        Reply refused = batch(ledger, key, id, "per_item", item(-11)).refused(422, "key-reused", "transactions");
        assertThat(refused.json().get("detail").stringValue())
                .isEqualTo("this idempotency_key belongs to an object that differs in transactions");
        batch(ledger, key, Api.fresh(), "per_item", item(-10)).refused(422, "key-reused", "batch_id");
        batch(api.ledger(100), key, id, "per_item", item(-10)).refused(422, "key-reused", "id");

        assertThat(api.balance(ledger)).isEqualTo(90);
    }

    @Test
    @Tag("RF-4")
    void batchIdOfAnotherBatch_isRefused_andNothingIsPosted() {
        String ledger = api.ledger(100);
        String id = Api.fresh();
        batch(ledger, Api.fresh(), id, "per_item", item(-10)).created();

        batch(ledger, Api.fresh(), id, "per_item", item(-10)).refused(409, "ledger:batch-id-taken", "batch_id");

        assertThat(api.balance(ledger)).isEqualTo(90);
    }

    @Test
    @Tag("RF-4")
    @Tag("LG-6")
    void allOrNothing_oneItemTooMuch_postsNothing_andSaysWhich() {
        String ledger = api.ledger(100);
        String key = Api.fresh();
        String id = Api.fresh();
        String name = Api.fresh();
        Call call = batch(ledger, key, id, "all_or_nothing", item(-60, "reference_id", name), item(-50), item(20));

        JsonNode problem =
                call.refused(422, "ledger:batch-refused", "transactions").json();

        assertThat(problem.get("refusals")).hasSize(1);
        JsonNode refusal = problem.get("refusals").get(0);
        assertThat(refusal.get("position").intValue()).isEqualTo(2);
        assertThat(refusal.at("/problem/type").stringValue())
                .isEqualTo("urn:counterfoil:problem:ledger:balance-exceeded");
        assertThat(api.balance(ledger)).isEqualTo(100);
        lookUp(id).refused(404, "ledger:not-found");
        // The key and the names are as free as they were.
        batch(ledger, key, id, "all_or_nothing", item(-60, "reference_id", name))
                .created()
                .isOriginal();
    }

    @Test
    @Tag("RF-4")
    @Tag("LG-6")
    void perItem_withRejectedItems_appliesTheRestInOrder() {
        String ledger = api.ledger(100);
        String name = Api.fresh();

        JsonNode answered = batch(
                        ledger,
                        "per_item",
                        item(-60, "reference_id", name),
                        item(-50),
                        item(0),
                        item(-40, "reference_id", name),
                        item(10, "colour", "red"),
                        item(-40))
                .created()
                .json();

        assertThat(outcomes(answered))
                .containsExactly(
                        tuple(1, "created"),
                        tuple(2, "refused"),
                        tuple(3, "refused"),
                        tuple(4, "refused"),
                        tuple(5, "refused"),
                        tuple(6, "created"));
        assertThat(members(answered))
                .extracting(member -> member.at("/problem/field").asString(""))
                .containsExactly("", "quantity", "quantity", "reference_id", "colour", "");
        assertThat(api.balance(ledger)).isZero();
        assertThat(api.get("/v1/batches/" + answered.get("batch_id").stringValue() + "?outcome=refused&limit=2")
                        .client(client)
                        .ok()
                        .json()
                        .get("members"))
                .extracting(member -> member.get("position").intValue())
                .containsExactly(2, 3);
    }

    @Test
    @Tag("LG-2")
    @Tag("LG-3")
    void itemsWithKeysOfTheirOwn_areKnownAgain_withinABatchAndAcross() {
        String ledger = api.ledger(100);
        String key = Api.fresh();
        String single =
                api.transaction(ledger, key, -10).client(client).created().id();
        String twice = Api.fresh();

        JsonNode answered = batch(
                        ledger,
                        "per_item",
                        item(-10, "idempotency_key", key),
                        item(-5, "idempotency_key", twice),
                        item(-5, "idempotency_key", twice),
                        item(-6, "idempotency_key", twice))
                .created()
                .json();

        assertThat(outcomes(answered))
                .containsExactly(tuple(1, "known"), tuple(2, "created"), tuple(3, "known"), tuple(4, "refused"));
        assertThat(members(answered).get(0).get("transaction_id").stringValue()).isEqualTo(single);
        assertThat(members(answered).get(2).get("transaction_id"))
                .isEqualTo(members(answered).get(1).get("transaction_id"));
        assertThat(api.balance(ledger)).isEqualTo(85);
        // And a single one finds that of the batch.
        assertThat(api.transaction(ledger, twice, -5)
                        .client(client)
                        .created()
                        .isReplayed()
                        .id())
                .isEqualTo(members(answered).get(1).get("transaction_id").stringValue());
    }

    @Test
    @Tag("RF-4")
    void member_showsWhatItsTransactionNowIs() {
        String ledger = api.ledger(100);
        JsonNode answered =
                batch(ledger, "per_item", item(-10, "pending", true)).created().json();
        JsonNode member = members(answered).get(0);
        assertThat(member.get("state").stringValue()).isEqualTo("pending");

        api.on(member.get("transaction_id").stringValue(), "commit", Api.fresh())
                .ok();

        JsonNode now = members(
                        lookUp(answered.get("batch_id").stringValue()).ok().json())
                .get(0);
        assertThat(now.get("state").stringValue()).isEqualTo("committed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"idempotency_key":"k","mode":"per_item"}                                   | transactions
                    {"idempotency_key":"k","mode":"per_item","transactions":[]}                 | transactions
                    {"idempotency_key":"k","mode":"per_item","transactions":{}}                 | transactions
                    {"idempotency_key":"k","transactions":[{"quantity":1}]}                     | mode
                    {"idempotency_key":"k","mode":"some","transactions":[{"quantity":1}]}       | mode
                    {"mode":"per_item","transactions":[{"quantity":1}]}                         | idempotency_key
                    {"idempotency_key":"k","mode":"per_item","batch_id":7,"transactions":[{"quantity":1}]}  | batch_id
                    {"idempotency_key":"k","mode":"per_item","batch_id":"","transactions":[{"quantity":1}]} | batch_id
                    {"idempotency_key":"k","mode":"per_item","colour":1,"transactions":[{"quantity":1}]}    | colour
                    {"idempotency_key":"k","mode":"per_item","transactions":[{"quantity":1}],"mode":"per_item"} | body
                    {"idempotency_key":"k","mode":"per_item","transactions":[{"quantity":1}]} x | body
                    {"idempotency_key":"k","mode":"per_item","transactions":[{"quantity":1}     | body
                    []                                                                          | body
                    {"idempotency_key":"k","mode":"all_or_nothing","transactions":[{"quantity":"1"}]} | transactions
                    {"idempotency_key":"k","mode":"all_or_nothing","transactions":[7]}          | transactions
                    """)
    @Tag("RF-1")
    @Tag("RQ-15")
    void badBody_isRefusedByItsField_andNothingIsDone(String body, String field) {
        String ledger = api.ledger(100);

        api.post("/v1/ledgers/" + ledger + "/transaction-batches")
                .body(body)
                .client(client)
                .refused(400, INVALID, field);

        assertThat(api.balance(ledger)).isEqualTo(100);
        assertThat(api.get("/v1/batches").client(client).ok().json().get("items"))
                .isEmpty();
    }

    @Test
    @Tag("RQ-15")
    void moreThanTenThousandItems_areRefused() {
        String ledger = api.ledger(100);
        String items = "{\"quantity\":1},".repeat(10_000) + "{\"quantity\":1}";

        api.post("/v1/ledgers/" + ledger + "/transaction-batches")
                .body("{\"idempotency_key\":\"k\",\"mode\":\"per_item\",\"transactions\":[" + items + "]}")
                .client(client)
                .refused(400, INVALID, "transactions");

        assertThat(api.balance(ledger)).isEqualTo(100);
    }

    @Test
    @Tag("RQ-15")
    void bodyBeyondItsLimit_isRefused() {
        String ledger = api.ledger(100);
        byte[] body = ("{\"idempotency_key\":\"k\",\"mode\":\"per_item\",\"transactions\":[" + " ".repeat(17 << 20))
                .getBytes(java.nio.charset.StandardCharsets.US_ASCII);

        api.post("/v1/ledgers/" + ledger + "/transaction-batches")
                .body(body)
                .client(client)
                .refused(413, "body-too-large");
    }

    @ParameterizedTest
    @ValueSource(strings = {"all_or_nothing", "per_item"})
    @Tag("RF-4")
    @Tag("RF-5")
    void tenThousandItems_inOneRequest_membersInOrder(String mode) {
        String ledger = api.ledger();
        List<Object> items = new ArrayList<>();
        for (int i = 1; i <= 10_000; i++) {
            items.add(i % 2 == 0 ? item(i) : item(i, "reference_id", client + i, "metadata", Map.of("n", i)));
        }

        JsonNode answered = batch(ledger, mode, items.toArray()).created().json();

        assertThat(answered.get("created").intValue()).isEqualTo(10_000);
        assertThat(members(answered))
                .extracting(member -> member.get("quantity").longValue())
                .isEqualTo(
                        IntStream.rangeClosed(1, 10_000).mapToObj(i -> (long) i).toList());
        Set<String> names = new HashSet<>();
        members(answered)
                .forEach(member -> names.add(member.get("reference_id").asString("")
                        + member.get("service_reference_id").asString("")));
        assertThat(names).hasSize(10_000);
        assertThat(api.balance(ledger)).isEqualTo(50_005_000);
        List<JsonNode> entries = api.entries(ledger, 1000);
        assertThat(entries.get(9_999).get("running_balance").longValue()).isEqualTo(50_005_000);
    }

    @Test
    @Tag("RQ-12")
    @Tag("LG-6")
    void theSameBatchTenTimesAtOnce_isPostedOnce() {
        String ledger = api.ledger(1000);
        Call call = batch(ledger, "per_item", item(-10), item(-20, "reference_id", Api.fresh()));

        List<CompletableFuture<Reply>> all =
                Stream.generate(call::sendAsync).limit(10).toList();
        List<Reply> replies = all.stream().map(CompletableFuture::join).toList();

        assertThat(replies).allMatch(reply -> reply.status() == 201);
        assertThat(replies.stream().map(Reply::json).distinct()).hasSize(1);
        assertThat(replies.stream()
                        .filter(reply -> reply.header("Idempotency-Replayed").equals("false")))
                .hasSize(1);
        assertThat(api.balance(ledger)).isEqualTo(970);
    }

    @Test
    @Tag("RF-2")
    @Tag("LG-6")
    void oneNameInBatchesOfManyLedgersAtOnce_namesOneTransaction() {
        String name = Api.fresh();
        List<String> ledgers = Stream.generate(() -> api.ledger(100)).limit(8).toList();

        List<CompletableFuture<Reply>> all = ledgers.stream()
                .map(ledger -> batch(ledger, "per_item", item(-10, "reference_id", name), item(-1))
                        .sendAsync())
                .toList();
        List<JsonNode> answers =
                all.stream().map(CompletableFuture::join).map(Reply::json).toList();

        assertThat(answers.stream().filter(answer -> answer.get("created").intValue() == 2))
                .hasSize(1);
        assertThat(answers.stream().filter(answer -> answer.get("created").intValue() == 1))
                .hasSize(7);
        assertThat(ledgers.stream().mapToLong(api::balance).sum()).isEqualTo(800 - 10 - 8);
    }
}
