package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The key is looked at before the balance: a retry of what emptied the ledger is no overdraft. */
@Timeout(300)
class KeyFirstTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    @Test
    @Tag("LG-3")
    @Tag("RQ-8")
    void emptyingDebit_sameDataKeyAgain_isReplayed() {
        String ledger = api.ledger(10);
        Call debit = api.transaction(ledger, Api.fresh(), -10);

        Reply first = debit.created().isOriginal();
        Reply second = debit.created().isReplayed();

        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(api.balance(ledger)).isZero();
        assertThat(api.entries(ledger, 100)).hasSize(2);
    }

    @Test
    @Tag("RQ-7")
    @Tag("LG-5")
    void emptyingDebit_sameHeaderAndDataKeyAgain_isReplayed() {
        String ledger = api.ledger(10);
        Call debit = api.transaction(ledger, Api.fresh(), -10).key(Api.fresh());

        Reply first = debit.created().isOriginal();
        Reply second = debit.created().isReplayed();

        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(api.balance(ledger)).isZero();
        assertThat(api.entries(ledger, 100)).hasSize(2);
    }

    @Test
    @Tag("LG-5")
    void emptyingDebit_byHeaderKeyThenByDataKey_isReplayed() {
        String ledger = api.ledger(10);
        String key = Api.fresh();

        Reply first =
                api.transaction(ledger, key, -10).key(Api.fresh()).created().isOriginal();
        Reply second = api.transaction(ledger, key, -10).created().isReplayed();
        Reply third =
                api.transaction(ledger, key, -10).key(Api.fresh()).created().isReplayed();

        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(third.bytes()).isEqualTo(first.bytes());
        assertThat(api.balance(ledger)).isZero();
    }

    @Test
    @Tag("LG-3")
    void emptyingDebit_underAnotherKey_isRefused() {
        String ledger = api.ledger(10);
        api.posted(ledger, -10);

        api.transaction(ledger, Api.fresh(), -10).refused(422, "ledger:balance-exceeded", "quantity");

        assertThat(api.entries(ledger, 100)).hasSize(2);
    }
}
