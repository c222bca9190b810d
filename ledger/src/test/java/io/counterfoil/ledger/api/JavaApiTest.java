package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.domain.IfMatch;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.NewLedger;
import io.counterfoil.ledger.domain.NewReversal;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.ledger.domain.Refusal;
import io.counterfoil.ledger.domain.Result;
import io.counterfoil.ledger.domain.Transaction;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The Java API does what REST does, on the same data. */
@Timeout(300)
@Tag("LG-1")
class JavaApiTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Ledgers ledgers = SERVICE.running().bean(Ledgers.class);

    private static <T> T granted(Result<T> result, boolean duplicate) {
        return result.match(
                granted -> {
                    assertThat(granted.duplicate()).isEqualTo(duplicate);
                    return granted.value();
                },
                refusal -> {
                    throw new AssertionError(refusal);
                });
    }

    @Test
    void ledgersTransactionsAndReversals_inJava_areSeenOverRest() {
        RequestId key = new RequestId(Api.fresh());
        NewLedger wanted =
                new NewLedger(key, "usd_cents", Optional.empty(), Optional.of(new Quantity(100)), Optional.empty());
        Ledger ledger = granted(ledgers.open(ClientId.ANONYMOUS, wanted), false);
        NewTransaction debit = NewTransaction.of(key, -100);
        Transaction first = granted(ledgers.post(ClientId.ANONYMOUS, ledger.id(), debit), false);

        assertThat(granted(ledgers.post(ClientId.ANONYMOUS, ledger.id(), debit), true))
                .isEqualTo(first);
        assertThat(ledgers.post(ClientId.ANONYMOUS, ledger.id(), NewTransaction.of(key, -99)))
                .isEqualTo(new Result.Refused<>(new Refusal.KeyReused("quantity")));
        assertThat(ledgers.post(ClientId.ANONYMOUS, ledger.id(), NewTransaction.of(new RequestId(Api.fresh()), -1)))
                .isEqualTo(new Result.Refused<>(new Refusal.BalanceExceeded(0, -1)));

        Api api = SERVICE.api();
        assertThat(api.balance(ledger.id().text())).isZero();
        Reply overRest =
                api.transaction(ledger.id().text(), key.value(), -100).created().isReplayed();
        assertThat(overRest.id()).isEqualTo(first.id().text());

        NewReversal back = new NewReversal(key, Optional.empty());
        granted(ledgers.reverse(ClientId.ANONYMOUS, first.id(), back, IfMatch.ANY), false);
        granted(ledgers.reverse(ClientId.ANONYMOUS, first.id(), back, IfMatch.ANY), true);
        assertThat(api.balance(ledger.id().text())).isEqualTo(100);
    }
}
