package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.CommandId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Versions on the wire: what {@code ETag} says, and what {@code If-Match} forbids. */
@Timeout(300)
@Tag("CB-7")
class VersionTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    private String tag(String path) {
        return api.get(path).ok().header("ETag");
    }

    private static String ledgers(String id) {
        return "/v1/ledgers/" + id;
    }

    private static String transactions(String id) {
        return "/v1/transactions/" + id;
    }

    private Call metadata(String ledger, Object... more) {
        Object[] body = new Object[more.length + 2];
        body[0] = "command_id";
        body[1] = CommandId.next().text();
        System.arraycopy(more, 0, body, 2, more.length);
        return api.post(ledgers(ledger) + "/metadata", body);
    }

    @Test
    void everyChangeOfALedger_raisesItsVersion_andNothingElseDoes() {
        Reply opened = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "initial_deposit", 9)
                .created();
        String ledger = opened.id();
        assertThat(opened.header("ETag")).isEqualTo("\"1\"");
        String posted = api.posted(ledger, -1);
        assertThat(tag(ledgers(ledger))).isEqualTo("\"2\"");
        String pending = api.pending(ledger, -2);
        assertThat(tag(ledgers(ledger))).isEqualTo("\"3\"");
        api.on(pending, "commit", Api.fresh()).ok();
        assertThat(tag(ledgers(ledger))).isEqualTo("\"3\"");
        api.on(posted, "reversal", Api.fresh()).created();
        assertThat(tag(ledgers(ledger))).isEqualTo("\"4\"");
        api.on(api.pending(ledger, -3), "fail", Api.fresh()).ok();
        assertThat(tag(ledgers(ledger))).isEqualTo("\"6\"");
        assertThat(metadata(ledger).ok().header("ETag")).isEqualTo("\"7\"");
        api.transaction(ledger, Api.fresh(), -1000).refused(422, "ledger:balance-exceeded", "quantity");
        assertThat(tag(ledgers(ledger))).isEqualTo("\"7\"");
    }

    @Test
    void everyChange_raisesTheVersion_shownInEveryResponse() {
        String ledger = api.ledger(9);
        String reference = Api.fresh();
        Reply posted = api.post(
                        Api.transactionsOf(ledger),
                        "idempotency_key",
                        Api.fresh(),
                        "quantity",
                        -1,
                        "pending",
                        true,
                        "reference_id",
                        reference)
                .created();
        assertThat(posted.header("ETag")).isEqualTo("\"1\"");
        Call commit = api.on(posted.id(), "commit", Api.fresh());
        assertThat(commit.ok().isOriginal().header("ETag")).isEqualTo("\"2\"");
        assertThat(commit.ok().isReplayed().header("ETag")).isEqualTo("\"2\"");
        assertThat(tag(transactions(posted.id()))).isEqualTo("\"2\"");
        api.on(posted.id(), "reversal", Api.fresh()).created();
        assertThat(tag(transactions(posted.id()))).isEqualTo("\"3\"");
        assertThat(tag("/v1/transactions?reference_id=" + reference)).isEqualTo("\"3\"");
        assertThat(commit.ok().isReplayed().header("ETag")).isEqualTo("\"3\"");
    }

    @Test
    void rememberedResponse_hasTheVersionOfThen() {
        String ledger = api.ledger(9);
        Call debit = api.post(
                        Api.transactionsOf(ledger), "idempotency_key", Api.fresh(), "quantity", -1, "pending", true)
                .key(Api.fresh());
        String id = debit.created().id();
        api.on(id, "commit", Api.fresh()).ok();

        assertThat(debit.created().isReplayed().header("ETag")).isEqualTo("\"1\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"2\"", "\"0\"", "\"01\"", "\"x\"", "\"\"", "\"2\", \"3\"", "\"99999999999999999999\""})
    void otherVersions_areRefused_andNothingIsDone(String ifMatch) {
        String ledger = api.ledger();
        String full = api.ledger(10);
        String pending = api.pending(full, -1);
        String committed = api.entries(full, 1).get(0).get("id").stringValue();
        String before = SERVICE.objects();
        List<Call> calls = List.of(
                api.on(pending, "commit", Api.fresh()),
                api.on(pending, "fail", Api.fresh()),
                api.post(
                        transactions(pending) + "/commit",
                        "command_id",
                        CommandId.next().text()),
                api.post(
                        transactions(pending) + "/fail",
                        "command_id",
                        CommandId.next().text()),
                api.on(committed, "reversal", Api.fresh()),
                metadata(ledger),
                api.delete(ledgers(ledger)));

        calls.forEach(call -> call.ifMatch(ifMatch).refused(412, "ledger:precondition-failed", "If-Match"));

        assertThat(SERVICE.objects()).isEqualTo(before);
        assertThat(tag(ledgers(ledger))).isEqualTo("\"1\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"1\"", "*", "\"7\", \"1\"", "\"1\",\"2\"", ",, \"1\" ,", "\"x\",\"1\""})
    void thisVersion_isGranted(String ifMatch) {
        String full = api.ledger(10);
        String ledger = api.ledger();
        String committed = api.entries(full, 1).get(0).get("id").stringValue();

        api.on(api.pending(full, -1), "commit", Api.fresh()).ifMatch(ifMatch).ok();
        api.on(api.pending(full, -1), "fail", Api.fresh()).ifMatch(ifMatch).ok();
        api.post(
                        transactions(api.pending(full, 1)) + "/commit",
                        "command_id",
                        CommandId.next().text())
                .ifMatch(ifMatch)
                .ok();
        api.on(committed, "reversal", Api.fresh()).ifMatch(ifMatch).created();
        metadata(ledger).ifMatch(ifMatch).ok();
        assertThat(api.delete(ledgers(api.ledger())).ifMatch(ifMatch).send().status())
                .isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "W/\"1\"",
                "\"1\", W/\"2\"",
                "1",
                "\"1",
                "\"1\" \"2\"",
                "*, \"1\"",
                "'1'",
                "\"a\"b\"",
                "\" 1\"",
                "",
                ","
            })
    void unreadableTags_areRefusedByName(String ifMatch) {
        String full = api.ledger(10);
        String pending = api.pending(full, -1);

        api.on(pending, "commit", Api.fresh()).ifMatch(ifMatch).refused(400, "ledger:invalid-request", "If-Match");
        metadata(full).ifMatch(ifMatch).refused(400, "ledger:invalid-request", "If-Match");
        api.delete(ledgers(full)).ifMatch(ifMatch).refused(400, "ledger:invalid-request", "If-Match");
    }

    @Test
    void severalLines_areOneList() {
        String pending = api.pending(api.ledger(10), -1);

        api.on(pending, "commit", Api.fresh()).ifMatch("\"7\"").ifMatch("\"1\"").ok();
    }

    @Test
    void knownKeysAndCommands_withAnotherVersion_areReplayed() {
        String ledger = api.ledger(10);
        String first = api.pending(ledger, -1);
        String second = api.pending(ledger, -1);
        List<Call> calls = List.of(
                api.on(first, "commit", Api.fresh()),
                api.post(
                        transactions(second) + "/fail",
                        "command_id",
                        CommandId.next().text()),
                metadata(ledger));

        for (Call call : calls) {
            Reply done = call.ok().isOriginal();
            assertThat(call.ifMatch("\"77\"").ok().isReplayed().bytes()).isEqualTo(done.bytes());
        }
        Call reversal = api.on(first, "reversal", Api.fresh());
        Reply done = reversal.created().isOriginal();
        assertThat(reversal.ifMatch("\"77\"").created().isReplayed().bytes()).isEqualTo(done.bytes());
    }

    @Test
    void unchangedObject_isNotSentAgain() {
        String ledger = api.ledger(10);
        Reply look = api.get(ledgers(ledger)).ok();

        Reply again = api.get(ledgers(ledger))
                .header("If-None-Match", look.header("ETag"))
                .send();
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.bytes()).isEmpty();

        api.posted(ledger, 1);
        api.get(ledgers(ledger)).header("If-None-Match", look.header("ETag")).ok();
    }
}
