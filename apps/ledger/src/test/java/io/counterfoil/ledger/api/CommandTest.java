package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.CommandId;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands to objects that are there: each takes effect once, by the list that the object keeps. */
@Timeout(300)
@Tag("CB-6")
class CommandTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    private static String fresh() {
        return CommandId.next().text();
    }

    private Call on(String transaction, String what, String command) {
        return api.post("/v1/transactions/" + transaction + "/" + what, "command_id", command);
    }

    private Call metadata(String ledger, String command, int value) {
        return api.post("/v1/ledgers/" + ledger + "/metadata", "command_id", command, "metadata", Map.of("a", value));
    }

    private int creationsOf(UUID entity) {
        return SERVICE.sql()
                .sql("SELECT count(*) FROM counterfoil_creation WHERE entity_id = ?")
                .param(entity)
                .query(Integer.class)
                .single();
    }

    @ParameterizedTest
    @ValueSource(strings = {"commit", "fail"})
    void settlementSentAgain_isAnsweredAsItNowIs(String what) {
        String ledger = api.ledger(10);
        String pending = api.pending(ledger, -4);
        Call settle = on(pending, what, fresh());

        Reply first = settle.ok().isOriginal();
        Reply second = settle.ok().isReplayed();

        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(second.header("ETag")).isEqualTo(first.header("ETag")).isEqualTo("\"2\"");
        assertThat(api.get("/v1/transactions/" + pending).ok().bytes()).isEqualTo(first.bytes());
        assertThat(api.balance(ledger)).isEqualTo(what.equals("fail") ? 10 : 6);
        if (what.equals("commit")) {
            api.on(pending, "reversal", Api.fresh()).created();
            assertThat(settle.ok().isReplayed().json().get("reversal").isNull()).isFalse();
        }
    }

    @Test
    void unknownCommand_onASettledTransaction_meetsTheRules() {
        String pending = api.pending(api.ledger(10), -4);
        String command = fresh();
        on(pending, "commit", command).ok();

        on(pending, "commit", fresh()).refused(409, "ledger:not-pending");
        on(pending, "fail", fresh()).refused(409, "ledger:not-pending");
        api.on(pending, "commit", Api.fresh()).refused(409, "ledger:not-pending");
        on(pending, "fail", command).refused(422, "key-reused", "state");
    }

    @Test
    void transactionSettledByKey_isNotSettledByCommand() {
        String pending = api.pending(api.ledger(10), -4);
        Call byKey = api.on(pending, "fail", Api.fresh());
        byKey.ok();

        on(pending, "fail", fresh()).refused(409, "ledger:not-pending");
        byKey.ok().isReplayed();
    }

    @Test
    void refusedSettlement_isNotRemembered() {
        String ledger = api.ledger(10);
        String deposit = api.pending(ledger, 5);
        api.posted(ledger, -12);
        Call fail = on(deposit, "fail", fresh());

        fail.refused(422, "ledger:balance-exceeded", "quantity");
        api.posted(ledger, 2);
        fail.ok().isOriginal();

        assertThat(api.balance(ledger)).isZero();
    }

    @Test
    void manyAtOnce_takeEffectOnce() {
        String ledger = api.ledger(10);
        String pending = api.pending(ledger, -4);
        Call fail = on(pending, "fail", fresh());
        Call metadata = metadata(ledger, fresh(), 1);

        List<CompletableFuture<Reply>> replies = new ArrayList<>();
        IntStream.range(0, 8).forEach(i -> {
            replies.add(fail.sendAsync());
            replies.add(metadata.sendAsync());
        });

        assertThat(replies).extracting(reply -> reply.join().status()).containsOnly(200);
        assertThat(replies.stream()
                        .filter(reply ->
                                reply.join().header("Idempotency-Replayed").equals("false")))
                .hasSize(2);
        assertThat(api.balance(ledger)).isEqualTo(10);
        // Opened, posted, failed, its metadata set.
        assertThat(api.get("/v1/ledgers/" + ledger).ok().header("ETag")).isEqualTo("\"4\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"commit", "fail"})
    void neitherKeyNorCommand_orBoth_isRefused(String what) {
        String path = "/v1/transactions/" + api.pending(api.ledger(10), -4) + "/" + what;

        api.post(path).refused(400, "ledger:invalid-request", "idempotency_key");
        api.post(path, "idempotency_key", "k", "command_id", fresh())
                .refused(400, "ledger:invalid-request", "command_id");
        api.post(path, "command_id", "x").refused(400, "ledger:invalid-request", "command_id");
        api.post(path, "command_id", 1).refused(400, "ledger:invalid-request", "command_id");
    }

    @Test
    void randomCommandIds_willDo() {
        String ledger = api.ledger(10);
        String random = UUID.randomUUID().toString();

        on(api.pending(ledger, -4), "commit", random).ok().isOriginal();
        metadata(ledger, random, 1).ok().isOriginal();
    }

    @Test
    void metadata_isReplaced_andTakenAway_once() {
        String ledger = api.ledger();
        Call set = metadata(ledger, fresh(), 1);

        Reply first = set.ok().isOriginal();
        assertThat(first.json().get("metadata").get("a").intValue()).isEqualTo(1);
        Reply other = metadata(ledger, fresh(), 2).ok().isOriginal();

        // The state of now, and not that of then.
        assertThat(set.ok().isReplayed().bytes()).isEqualTo(other.bytes());
        Reply none = api.post("/v1/ledgers/" + ledger + "/metadata", "command_id", fresh())
                .ok();
        assertThat(none.json().get("metadata").isNull()).isTrue();
        assertThat(api.get("/v1/ledgers/" + ledger).ok().bytes()).isEqualTo(none.bytes());
    }

    @Test
    @Tag("CB-7")
    void listIsBounded_andALateRetry_meetsTheRulesOrTheVersion() {
        String ledger = api.ledger();
        Call late = metadata(ledger, fresh(), 0);
        late.ok();
        Call remembered = metadata(ledger, fresh(), 1);
        remembered.ok();
        for (int i = 2; i <= 20; i++) {
            metadata(ledger, fresh(), i).ok();
        }
        String commands = SERVICE.sql()
                .sql("SELECT commands FROM ledger WHERE id = ?")
                .param(LedgerId.TYPE.parse(ledger).value())
                .query(String.class)
                .single();
        assertThat(commands.split(",")).hasSize(20);

        remembered.ok().isReplayed();
        assertThat(api.get("/v1/ledgers/" + ledger)
                        .ok()
                        .json()
                        .get("metadata")
                        .get("a")
                        .intValue())
                .isEqualTo(20);
        // The version that it was meant for is that of the ledger before it.
        metadata(ledger, fresh(), 0).ifMatch("\"1\"").refused(412, "ledger:precondition-failed", "If-Match");
        // Without it there is no rule against it: it is carried out again.
        Reply again = late.ok().isOriginal();
        assertThat(again.json().get("metadata").get("a").intValue()).isZero();
        assertThat(again.header("ETag")).isEqualTo("\"23\"");
    }

    @Test
    void commandToWhatIsNotThere_isNotFound() {
        String ledger = "/v1/ledgers/" + LedgerId.TYPE.next().text();
        api.post(ledger + "/metadata", "command_id", fresh()).refused(404, "ledger:not-found", "id");
        on(TransactionId.TYPE.next().text(), "commit", fresh()).refused(404, "ledger:not-found", "id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"command_id", "idempotency_key"})
    @Tag("CB-8")
    void firstSettlement_forgetsTheCreationsCommand(String field) {
        String ledger = api.ledger(10);
        Object[] body = {"command_id", fresh(), "quantity", -1, "pending", true};
        String id = api.post(Api.transactionsOf(ledger), body).created().id();
        UUID entity = TransactionId.TYPE.parse(id).value();
        assertThat(creationsOf(entity)).isEqualTo(1);
        api.post(Api.transactionsOf(ledger), body).created().isReplayed();
        assertThat(creationsOf(entity)).isEqualTo(1);

        api.post("/v1/transactions/" + id + "/commit", field, fresh()).ok();

        assertThat(creationsOf(entity)).isZero();
    }

    @Test
    @Tag("CB-8")
    void firstMetadata_forgetsTheCreationsCommand_aPostingDoesNot() {
        Object[] body = {"command_id", fresh(), "unit", "seats"};
        String ledger = api.post("/v1/ledgers", body).created().id();
        UUID entity = LedgerId.TYPE.parse(ledger).value();
        api.posted(ledger, 1);
        assertThat(creationsOf(entity)).isEqualTo(1);

        metadata(ledger, fresh(), 1).ok();

        assertThat(creationsOf(entity)).isZero();
    }
}
