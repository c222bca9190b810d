package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client is told when the original takes too long, or is cut off; and that coming back is safe. */
@Timeout(300)
class ImpatienceTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.impatient();

    private final Api api = SERVICE.api();

    private Call debit(String ledger, String dataKey, String headerKey) {
        Call call = api.transaction(ledger, dataKey, -10);
        return headerKey.isEmpty() ? call : call.key(headerKey);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("RQ-12")
    void duplicatePastTheWaitLimit_isToldToComeBack(boolean headerKey) throws SQLException {
        String ledger = api.ledger(10);
        String key = Api.fresh();
        Call debit = debit(ledger, key, headerKey ? key : "");
        CompletableFuture<Reply> original;
        try (HeldLedger held = new HeldLedger(SERVICE, ledger)) {
            original = debit.sendAsync();
            held.awaitBlocked(1);

            Reply refused = debit.refused(409, "request-in-progress").isReplayed();

            assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
            assertThat(original).isNotDone();
        }
        Reply first = original.join().isOriginal();
        assertThat(debit.created().isReplayed().bytes()).isEqualTo(first.bytes());
        assertThat(api.balance(ledger)).isZero();
    }

    @Test
    @Tag("RQ-12")
    @Tag("RQ-14")
    @Tag("LG-5")
    void dataKeyInProgress_underAnotherHeaderKey_isRejectedUnrecorded() throws SQLException {
        String ledger = api.ledger(10);
        String key = Api.fresh();
        String secondHeaderKey = Api.fresh();
        CompletableFuture<Reply> original;
        try (HeldLedger held = new HeldLedger(SERVICE, ledger)) {
            original = debit(ledger, key, Api.fresh()).sendAsync();
            held.awaitBlocked(1);

            Reply refused = debit(ledger, key, secondHeaderKey).refused(409, "request-in-progress");

            assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
        }
        Reply first = original.join().isOriginal();
        assertThat(debit(ledger, key, secondHeaderKey).created().isReplayed().bytes())
                .isEqualTo(first.bytes());
        assertThat(api.balance(ledger)).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("RQ-13")
    @Tag("RQ-14")
    void request_losingItsConnection_isUnrecordedAndCanBeRetried(boolean headerKey) throws SQLException {
        String ledger = api.ledger(10);
        String key = Api.fresh();
        Call debit = debit(ledger, key, headerKey ? key : "");
        try (HeldLedger held = new HeldLedger(SERVICE, ledger)) {
            CompletableFuture<Reply> original = debit.sendAsync();
            held.awaitBlocked(1);
            held.cutBlocked();

            Reply failed = original.join().isProblem(503, "store-unavailable").isOriginal();
            assertThat(Integer.parseInt(failed.header("Retry-After"))).isPositive();
        }
        assertThat(api.balance(ledger)).isEqualTo(10);

        debit.created().isOriginal();
        assertThat(api.balance(ledger)).isZero();
    }
}
