package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.TransactionId;
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
    void transaction_keyIsUniquePerLedgerAndScope() {
        UUID one = LedgerId.TYPE.parse(api.ledger()).value();
        UUID other = LedgerId.TYPE.parse(api.ledger()).value();
        String insert = """
                INSERT INTO ledger_transaction (id, ledger_pk, ordinal, client, key_scope, idempotency_key, quantity, two_phase, state)
                SELECT ?, pk, ?, 'c', ?, ?, 1, false, 'COMMITTED' FROM ledger WHERE id = ?""";
        String key = Api.fresh();
        run(insert, UUID.randomUUID(), 1, "client:one", key, one);
        run(insert, UUID.randomUUID(), 1, "client:one", key, other);
        run(insert, UUID.randomUUID(), 2, "client:two", key, one);

        assertThatThrownBy(() -> run(insert, UUID.randomUUID(), 3, "client:one", key, one))
                .hasMessageContaining("idempotency_key")
                .isInstanceOf(DuplicateKeyException.class);
    }

    private static void reverse(String transaction, String scope, String key) {
        run(
                """
                INSERT INTO reversal (id, transaction_pk, client, key_scope, idempotency_key, quantity)
                SELECT ?, pk, 'c', ?, ?, 5 FROM ledger_transaction WHERE id = ?""",
                UUID.randomUUID(),
                scope,
                key,
                TransactionId.TYPE.parse(transaction).value());
    }

    @Test
    @Tag("LG-1")
    void reversal_isUniquePerTransaction() {
        String debit = api.posted(api.ledger(5), -5);
        api.on(debit, "reversal", Api.fresh()).created();

        assertThatThrownBy(() -> reverse(debit, "client:one", Api.fresh()))
                .isInstanceOf(DuplicateKeyException.class)
                .hasMessageContaining("reversal_transaction_pk_key");
    }

    @Test
    @Tag("LG-2")
    void reversal_keyIsUniquePerScope_overAllTransactions() {
        String key = Api.fresh();
        reverse(api.posted(api.ledger(5), -5), "client:one", key);
        reverse(api.posted(api.ledger(5), -5), "client:two", key);
        String third = api.posted(api.ledger(5), -5);

        assertThatThrownBy(() -> reverse(third, "client:one", key))
                .isInstanceOf(DuplicateKeyException.class)
                .hasMessageContaining("reversal_key_scope_idempotency_key_key");
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

    @ParameterizedTest
    @ValueSource(strings = {"-9007199254740992", "9007199254740992"})
    @Tag("LG-6")
    void balanceWithAnOverdraft_staysWithinItsLimits(String balance) {
        String opened = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "overdraft", "allowed")
                .created()
                .id();
        UUID ledger = LedgerId.TYPE.parse(opened).value();

        run("UPDATE ledger SET balance = -9007199254740991 WHERE id = ?", ledger);
        assertThatThrownBy(() -> run("UPDATE ledger SET balance = " + balance + " WHERE id = ?", ledger))
                .isInstanceOf(DataIntegrityViolationException.class)
                .hasMessageContaining("ledger_balance_check");
        // For the sums of other tests.
        run("UPDATE ledger SET balance = 0 WHERE id = ?", ledger);
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
