package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Files of transactions: taken with 202, posted in the background, asked for by their reference IDs. */
@Timeout(300)
class ImportTest {

    private static final String INVALID = "ledger:invalid-request";
    private static final String REUSED = "key-reused";

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();
    private final String client = "imports " + Api.fresh();
    private final String ledger = api.ledger(1000);

    private Call file(String csv, String... namesAndValues) {
        return file(csv.getBytes(StandardCharsets.UTF_8), namesAndValues);
    }

    /** The parameters that each must have, unless they are given. */
    private Call file(byte[] csv, String... namesAndValues) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("idempotency_key", Api.fresh());
        query.put("ledger_id", ledger);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            query.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        String parameters = query.entrySet().stream()
                .filter(field -> !field.getValue().equals("(none)"))
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return api.call("POST", "/v1/imports?" + parameters)
                .body(csv)
                .contentType("text/csv")
                .client(client);
    }

    private static Reply taken(Call call) {
        Reply reply = call.send();
        assertThat(reply.status()).as("%s", reply).isEqualTo(202);
        return reply;
    }

    /** The import when it has ended. */
    private JsonNode ended(Reply taken) {
        return ended(taken.header("Location"));
    }

    private JsonNode ended(String location) {
        JsonNode now = api.get(location).client(client).ended();
        assertThat(now.get("state").stringValue()).as("%s", now).isIn("succeeded", "failed");
        return now;
    }

    /** Others who share the service count what there is before and after what they do. */
    @AfterEach
    void endAll() {
        api.get("/v1/imports")
                .client(client)
                .ok()
                .json()
                .get("items")
                .forEach(each -> ended("/v1/imports?reference_id="
                        + URLEncoder.encode(each.get("reference_id").stringValue(), StandardCharsets.UTF_8)));
    }

    private long balance() {
        return api.balance(ledger);
    }

    @Test
    @Tag("RF-8")
    void file_isTakenWith202_andItsEndIsFoundByItsReference() {
        String reference = Api.fresh();
        Reply taken = taken(file("quantity\n-10\n-20\n30\n", "reference_id", reference))
                .isOriginal();

        assertThat(taken.header("Location")).isEqualTo("/v1/imports/" + reference);
        assertThat(taken.json().get("reference_id").stringValue()).isEqualTo(reference);
        JsonNode ended = ended(taken);
        assertThat(ended.get("state").stringValue()).isEqualTo("succeeded");
        assertThat(ended.at("/progress/rows_done").longValue()).isEqualTo(3);
        assertThat(ended.at("/progress/rows").longValue()).isEqualTo(3);
        assertThat(ended.at("/result/created").longValue()).isEqualTo(3);
        assertThat(ended.at("/result/refusals")).isEmpty();
        assertThat(balance()).isEqualTo(1000);
        assertThat(api.entries(ledger, 10))
                .extracting(entry -> entry.get("quantity").longValue())
                .containsExactly(1000L, -10L, -20L, 30L);
    }

    @Test
    @Tag("RF-4")
    @Tag("RF-8")
    void realisticCsv_isParsed_andRejectionsNameTheirLines() {
        String name = "Stück \"7\", " + Api.fresh();
        String csv = "\uFEFFcontent_key,quantity,metadata,reference_id,pending\r\n"
                + "\"course, with \"\"quotes\"\"\",-10,\"{\"\"a\"\":1,\r\n\"\"b\"\":2}\",\""
                + name.replace("\"", "\"\"")
                + "\",true\r\n"
                + "\r\n"
                + "\"line\nbreak\",-1,,,\r\n"
                + ",0,,,\r\n"
                + ",-20,,,\r\n"
                + ",-30,too,many,fields,here\r\n"
                + ",seven,,,\r\n"
                + ",-99999,,,\r\n"
                + ",-40,,,yes\r\n"
                + ",-40,[],,\r\n"
                + ",+5,,,";

        JsonNode ended = ended(taken(file(csv)));

        assertThat(ended.at("/result/refusals").valueStream())
                .extracting(
                        refusal -> refusal.get("line").intValue(),
                        refusal -> refusal.at("/problem/field").asString(""))
                .containsExactly(
                        tuple(5, "content_key"),
                        tuple(7, "quantity"),
                        tuple(9, "row"),
                        tuple(10, "quantity"),
                        tuple(11, "quantity"),
                        tuple(12, "pending"),
                        tuple(13, "metadata"));
        assertThat(ended.at("/result/created").longValue()).isEqualTo(3);
        assertThat(balance()).isEqualTo(1000 - 10 - 20 + 5);
        JsonNode first = api.get("/v1/transactions?reference_id=" + URLEncoder.encode(name, StandardCharsets.UTF_8))
                .client(client)
                .ok()
                .json();
        assertThat(first.get("content_key").stringValue()).isEqualTo("course, with \"quotes\"");
        assertThat(first.at("/metadata/b").intValue()).isEqualTo(2);
        assertThat(first.get("state").stringValue()).isEqualTo("pending");
        JsonNode batch = api.get("/v1/batches/" + ended.get("batch_id").stringValue())
                .client(client)
                .ok()
                .json();
        assertThat(batch.get("members").valueStream())
                .extracting(member -> member.get("position").intValue())
                .containsExactly(2, 5, 7, 8, 9, 10, 11, 12, 13, 14);
    }

    @Test
    @Tag("RF-8")
    void preferWait_onTheUpload_isAnsweredWithTheEnd() {
        Reply reply = file("quantity\n-10\n")
                .header("Prefer", "respond-async, wait=30")
                .send();

        assertThat(reply.header("Preference-Applied")).isEqualTo("wait=30");
        // On a slow machine the real wait of 30 s may pass before the end.
        boolean atItsEnd = reply.json().get("state").asString("").equals("succeeded");
        assertThat(reply.status()).as("%s", reply).isEqualTo(atItsEnd ? 200 : 202);
        assertThat(ended(reply).get("state").stringValue()).isEqualTo("succeeded");
        assertThat(balance()).isEqualTo(990);
    }

    @Test
    @Tag("RF-8")
    @Tag("LG-3")
    void sameFileUnderTheSameKey_isTheSameImport() {
        Call call = file("quantity\n-10\n", "reference_id", Api.fresh());
        Reply first = taken(call).isOriginal();
        ended(first);

        Reply again = taken(call).isReplayed();

        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        assertThat(again.json().get("state").stringValue()).isEqualTo("succeeded");
        assertThat(balance()).isEqualTo(990);
    }

    @Test
    @Tag("RQ-11")
    void anythingElseUnderTheSameKey_isRefusedByItsField() {
        String key = Api.fresh();
        taken(file("quantity\n-10\n", "idempotency_key", key, "reference_id", "r" + key));

        file("quantity\n-11\n", "idempotency_key", key, "reference_id", "r" + key)
                .refused(422, REUSED, "body");
        file("quantity\n-10\n", "idempotency_key", key, "reference_id", "x" + key)
                .refused(422, REUSED, "reference_id");
        file("quantity\n-10\n", "idempotency_key", key, "batch_id", "x" + key).refused(422, REUSED, "batch_id");
        file("quantity\n-10\n", "idempotency_key", key, "ledger_id", api.ledger())
                .refused(422, REUSED, "ledger_id");
    }

    @Test
    @Tag("RF-2")
    @Tag("RF-8")
    void namesThatAreTaken_areRefused_andAreOfOneClientAlone() {
        String reference = Api.fresh();
        taken(file("quantity\n-10\n", "reference_id", reference));

        file("quantity\n-10\n", "reference_id", reference).refused(409, "ledger:reference-taken", "reference_id");
        file("quantity\n-10\n", "batch_id", reference).refused(409, "ledger:batch-id-taken", "batch_id");
        api.get("/v1/imports/" + reference)
                .client("another " + client)
                .refused(404, "ledger:not-found", "reference_id");
    }

    @Test
    @Tag("RF-8")
    void nameThatAPathCannotCarry_isFoundByItsLocationAllTheSame() {
        String reference = "a/b; c?d=%2F" + Api.fresh();

        Reply taken = taken(file("quantity\n-10\n", "reference_id", reference));

        assertThat(ended(taken).get("reference_id").stringValue()).isEqualTo(reference);
    }

    @Test
    @Tag("RF-8")
    @Tag("RQ-12")
    void theSameFileTwiceAtOnce_isOneImport() {
        Call call = file("quantity\n-10\n");

        List<CompletableFuture<Reply>> all =
                Stream.generate(call::sendAsync).limit(2).toList();
        List<Reply> replies = all.stream().map(CompletableFuture::join).toList();

        assertThat(replies).extracting(Reply::status).containsOnly(202);
        assertThat(replies.stream().map(reply -> reply.header("Location")).distinct())
                .hasSize(1);
        ended(replies.get(0));
        assertThat(balance()).isEqualTo(990);
    }

    @Test
    @Tag("RF-8")
    @Tag("LG-3")
    void rowsWithKeys_postedByAnotherFile_areKnown() {
        String key = Api.fresh();
        String csv = "idempotency_key,quantity\n" + key + "1,-10\n" + key + "2,-20\n" + key + "1,-10\n";
        ended(taken(file(csv)));

        JsonNode again = ended(taken(file(csv + key + "3,-30\n" + key + "2,-21\n")));

        assertThat(again.at("/result/created").intValue()).isEqualTo(1);
        assertThat(again.at("/result/known").intValue()).isEqualTo(3);
        assertThat(again.at("/result/refusals/0/line").intValue()).isEqualTo(6);
        assertThat(balance()).isEqualTo(1000 - 10 - 20 - 30);
    }

    @Test
    @Tag("RF-8")
    void manyChunks_progressAddsUp_andAllIsPostedInOrder() {
        String csv = "quantity\n"
                + IntStream.rangeClosed(1, 3500).mapToObj(i -> i + "\n").collect(Collectors.joining());

        JsonNode ended = ended(taken(file(csv)));

        assertThat(ended.at("/progress/rows_done").longValue()).isEqualTo(3500);
        assertThat(api.entries(ledger, 1000).stream()
                        .skip(1)
                        .map(entry -> entry.get("quantity").intValue()))
                .isEqualTo(IntStream.rangeClosed(1, 3500).boxed().toList());
        assertThat(SERVICE.sql()
                        .sql(
                                "SELECT count(*) FROM import_chunk WHERE file_pk IN (SELECT pk FROM import_file WHERE client = ?)")
                        .param(client)
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    @Tag("RF-8")
    void list_hasTheClientsImports_theNewestFirst_inPages() {
        List<String> references = Stream.generate(Api::fresh).limit(5).toList();
        references.forEach(reference -> taken(file("quantity\n1\n", "reference_id", reference)));

        List<JsonNode> first = api.get("/v1/imports?limit=3")
                .client(client)
                .ok()
                .json()
                .get("items")
                .valueStream()
                .toList();
        List<JsonNode> second = api.get("/v1/imports?limit=3&after=" + references.get(2))
                .client(client)
                .ok()
                .json()
                .get("items")
                .valueStream()
                .toList();

        assertThat(Stream.concat(first.stream(), second.stream())
                        .map(each -> each.get("reference_id").stringValue()))
                .containsExactly(
                        references.get(4), references.get(3), references.get(2), references.get(1), references.get(0));
    }

    static Stream<Arguments> unreadableFiles() {
        return Stream.of(
                Arguments.of("", "is empty"),
                Arguments.of("reference_id\nx\n", "quantity"),
                Arguments.of("quantity,colour\n1,red\n", "colour"),
                Arguments.of("quantity,quantity\n1,2\n", "twice"),
                Arguments.of("quantity\n1\n\"2\n", "after line 2"),
                Arguments.of("quantity\n1\n\"2\"3\n", "after line 2"),
                Arguments.of("quantity\n1\n-1\0\n", "NUL character in line 3"),
                Arguments.of("quantity\n1\n\u00ff", "UTF-8"));
    }

    @ParameterizedTest
    @MethodSource("unreadableFiles")
    @Tag("RF-8")
    @Tag("RQ-15")
    void unreadableFile_isRefusedWhole_andNothingIsKept(String text, String said) {
        // Latin-1, so that one of them is not UTF-8.
        byte[] csv = text.getBytes(StandardCharsets.ISO_8859_1);

        Reply reply = file(csv).refused(400, INVALID, "body");

        assertThat(reply.json().get("detail").stringValue()).contains(said);
        assertThat(api.get("/v1/imports").client(client).ok().json().get("items"))
                .isEmpty();
        assertThat(balance()).isEqualTo(1000);
    }

    static Stream<Arguments> badParameters() {
        return Stream.of(
                Arguments.of("idempotency_key", "(none)", "idempotency_key"),
                Arguments.of("idempotency_key", "", "idempotency_key"),
                Arguments.of("idempotency_key", "k".repeat(256), "idempotency_key"),
                Arguments.of("ledger_id", "(none)", "ledger_id"),
                Arguments.of("ledger_id", "txn_7", "ledger_id"),
                Arguments.of("reference_id", "", "reference_id"),
                Arguments.of("reference_id", "r".repeat(65), "reference_id"),
                Arguments.of("batch_id", "b".repeat(65), "batch_id"),
                Arguments.of("callback_url", "not a uri", "callback_url"),
                Arguments.of("callback_url", "https://example.com/done", "callback_url"));
    }

    @ParameterizedTest
    @MethodSource("badParameters")
    @Tag("RF-1")
    @Tag("RQ-15")
    void badParameter_isRefusedByItsName(String name, String value, String field) {
        file("quantity\n1\n", name, value).refused(400, INVALID, field);

        assertThat(api.get("/v1/imports").client(client).ok().json().get("items"))
                .isEmpty();
    }

    @Test
    @Tag("RF-8")
    void unknownLedger_is404_andAnotherTypeOfFile415() {
        String none = "ldg_01jd3x8c4tf6m9p2w7z5q1r0ke";

        file("quantity\n1\n", "ledger_id", none).refused(404, "ledger:not-found", "id");
        file("quantity\n1\n").contentType("text/plain").refused(415, "about:blank");
    }
}
