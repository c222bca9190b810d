package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.CommandId;
import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.ReversalId;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.List;
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
        api.post(
                        Api.transactionsOf(ledger.id()),
                        "command_id",
                        CommandId.next().text(),
                        "quantity",
                        -1)
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
            assertUnpredictable(TransactionId.TYPE.parse(entry.get("id").stringValue()).value());
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
}
