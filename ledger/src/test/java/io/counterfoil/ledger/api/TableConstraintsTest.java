package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.ledger.domain.LedgerId;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;

/** The database has the last word: what the service would never write cannot be written. */
@Timeout(300)
class TableConstraintsTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    private static void run(String statement, Object... params) {
        SERVICE.sql().sql(statement).params(params).update();
    }

    @Test
    @Tag("LG-2")
    void ledger_keyIsUniquePerClient() {
        String insert = "INSERT INTO ledger (id, client, idempotency_key, unit) VALUES (?, ?, ?, 'seats')";
        String key = Api.fresh();
        run(insert, UUID.randomUUID(), "one", key);
        run(insert, UUID.randomUUID(), "other", key);

        assertThatThrownBy(() -> run(insert, UUID.randomUUID(), "one", key)).isInstanceOf(DuplicateKeyException.class);
    }

    @Test
    @Tag("LG-2")
    void transaction_keyIsUniquePerLedger() {
        UUID one = LedgerId.TYPE.parse(api.ledger()).value();
        UUID other = LedgerId.TYPE.parse(api.ledger()).value();
        String insert = """
                INSERT INTO ledger_transaction (id, ledger_pk, ordinal, client, idempotency_key, quantity, two_phase, state)
                SELECT ?, pk, ?, ?, ?, 1, false, 'COMMITTED' FROM ledger WHERE id = ?""";
        String key = Api.fresh();
        run(insert, UUID.randomUUID(), 1, "one", key, one);
        run(insert, UUID.randomUUID(), 1, "one", key, other);

        // Whoever asks: the key guards the ledger.
        assertThatThrownBy(() -> run(insert, UUID.randomUUID(), 2, "two", key, one))
                .hasMessageContaining("idempotency_key")
                .isInstanceOf(DuplicateKeyException.class);
    }

    @Test
    @Tag("LG-1")
    void reversal_isUniquePerTransaction() {
        String ledger = api.ledger(5);
        String debit = api.posted(ledger, -5);
        api.on(debit, "reversal", Api.fresh()).created();

        assertThatThrownBy(() -> run(
                        """
                        INSERT INTO reversal (id, transaction_pk, client, idempotency_key, quantity)
                        SELECT ?, t.pk, 'one', ?, 5 FROM reversal r
                          JOIN ledger_transaction t ON t.pk = r.transaction_pk JOIN ledger l ON l.pk = t.ledger_pk
                         WHERE l.id = ?""",
                        UUID.randomUUID(),
                        Api.fresh(),
                        LedgerId.TYPE.parse(ledger).value()))
                .isInstanceOf(DataIntegrityViolationException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "9007199254740992"})
    @Tag("LG-6")
    void balance_staysWithinItsLimits(String balance) {
        UUID ledger = LedgerId.TYPE.parse(api.ledger()).value();

        assertThatThrownBy(() -> run("UPDATE ledger SET balance = " + balance + " WHERE id = ?", ledger))
                .isInstanceOf(DataIntegrityViolationException.class)
                .hasMessageContaining("ledger_balance_check");
    }

    @Test
    @Tag("LG-2")
    void keyInTheTable_isTheOneThatWasSent() {
        String key = "\u041a\u043b\u044e\u0447-" + Api.fresh();
        String ledger = api.ledger(5);
        api.transaction(ledger, key, -5).created();

        assertThat(SERVICE.sql()
                        .sql("SELECT count(*) FROM ledger_transaction WHERE idempotency_key = ?")
                        .param(key)
                        .query(Integer.class)
                        .single())
                .isEqualTo(1);
    }
}
