package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.CommandId;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.ReversalId;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The IDs that the service makes, as the public sees them: they cannot be guessed, and show no time but the minute. */
@Timeout(300)
@Tag("EN-1")
class EntityIdTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    private static void assertUnpredictable(UUID id) {
        assertThat(id.version()).as("%s", id).isEqualTo(4);
        assertThat(id.variant()).as("%s", id).isEqualTo(2);
    }

    private static UUID ledgerId(Reply reply) {
        return LedgerId.TYPE.parse(reply.id()).value();
    }

    @Test
    void idsOfEveryCreation_areUnpredictable() {
        String command = CommandId.next().text();
        Reply ledger = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "initial_deposit", 100)
                .created();
        Reply byCommand =
                api.post("/v1/ledgers", "command_id", command, "unit", "seats").created();
        String debit = api.posted(ledger.id(), -1);
        api.post(Api.transactionsOf(ledger.id()), "command_id", CommandId.next().text(), "quantity", -1)
                .created();
        api.post(
                        "/v1/ledgers/" + ledger.id() + "/transaction-batches",
                        "idempotency_key",
                        Api.fresh(),
                        "mode",
                        "per_item",
                        "transactions",
                        List.of(Map.of("quantity", -1)))
                .created();
        Reply reversal = api.on(debit, "reversal", Api.fresh()).created();

        assertUnpredictable(ledgerId(ledger));
        assertUnpredictable(ledgerId(byCommand));
        assertUnpredictable(ReversalId.TYPE.parse(reversal.id()).value());
        assertThat(api.entries(ledger.id(), 10)).hasSize(4).allSatisfy(entry -> {
            assertUnpredictable(
                    TransactionId.TYPE.parse(entry.get("id").stringValue()).value());
            assertUnpredictable(UUID.fromString(entry.get("uuid").stringValue()));
        });
    }

    @Test
    void idOfTheService_isOneThatAClientCouldHaveMade() {
        UUID made = LedgerId.next().value();

        api.post("/v1/ledgers", "id", new LedgerId(made).text(), "unit", "seats")
                .created()
                .isOriginal();
        assertThat(ShortPrefixComb.prefixOf(made)).isBetween(0, ShortPrefixComb.CYCLE - 1);
    }

    /** An ID as clients write it: in capitals, and as the plain UUID. */
    static List<String> forms(TypedId<?> id) {
        String hex = id.value().toString();
        return List.of(id.toString(), id.toString().toUpperCase(Locale.ROOT), hex, hex.toUpperCase(Locale.ROOT));
    }

    @Test
    @Tag("CB-10")
    void idOfARequest_isReadInEveryForm_andWrittenInOne() {
        String ledger = api.ledger(100);
        String debit = api.posted(ledger, -1);
        String key = Api.fresh();
        byte[] reversal = api.on(debit, "reversal", key).created().bytes();
        byte[] shown = api.get("/v1/ledgers/" + ledger).ok().bytes();
        byte[] debited = api.get("/v1/transactions/" + debit).ok().bytes();
        byte[] rest =
                api.get(Api.transactionsOf(ledger) + "?after=" + debit).ok().bytes();
        for (String id : forms(LedgerId.TYPE.parse(ledger))) {
            assertThat(api.get("/v1/ledgers/" + id).ok().bytes()).isEqualTo(shown);
            assertThat(api.get("/v1/reversals?idempotency_key=" + key + "&ledger_id=" + id)
                            .ok()
                            .bytes())
                    .isEqualTo(reversal);
            api.get("/v1/ledgers?after=" + id).ok();
        }
        for (String id : forms(TransactionId.TYPE.parse(debit))) {
            assertThat(api.get("/v1/transactions/" + id).ok().bytes()).isEqualTo(debited);
            assertThat(api.on(id, "reversal", key).created().isReplayed().bytes())
                    .isEqualTo(reversal);
            assertThat(api.get(Api.transactionsOf(ledger) + "?after=" + id).ok().bytes())
                    .isEqualTo(rest);
        }
    }

    @Test
    @Tag("CB-5")
    void idOfACreation_isReadInEveryForm_asOneId() {
        LedgerId ledger = LedgerId.next();
        TransactionId transaction = TransactionId.next();
        Reply opened = api.post("/v1/ledgers", "id", ledger.value(), "unit", "seats")
                .created()
                .isOriginal();
        Reply posted = api.post(
                        Api.transactionsOf(ledger.text()),
                        "id",
                        transaction.toString().toUpperCase(Locale.ROOT),
                        "quantity",
                        1)
                .created()
                .isOriginal();
        assertThat(opened.id()).isEqualTo(ledger.text());
        assertThat(posted.id()).isEqualTo(transaction.text());
        for (String id : forms(ledger)) {
            api.post("/v1/ledgers", "id", id, "unit", "seats").created().isReplayed();
        }
        for (String id : forms(transaction)) {
            api.post(Api.transactionsOf(ledger.text()), "id", id, "quantity", 1)
                    .created()
                    .isReplayed();
        }
    }

    @Test
    void importOfALedger_inEveryForm_isOneImport() {
        String ledger = api.ledger(100);
        String key = Api.fresh();
        for (String id : forms(LedgerId.TYPE.parse(ledger))) {
            assertThat(api.call("POST", "/v1/imports?idempotency_key=" + key + "&ledger_id=" + id)
                            .body("quantity\n-1\n")
                            .contentType("text/csv")
                            .send()
                            .json()
                            .get("ledger_id")
                            .stringValue())
                    .isEqualTo(ledger);
        }
    }
}
