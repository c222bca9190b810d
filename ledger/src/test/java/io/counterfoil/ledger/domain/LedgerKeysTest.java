package io.counterfoil.ledger.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("LG-4")
class LedgerKeysTest {

    private static final UUID SUBSIDY = UUID.fromString("0193f1a2-7c4e-7d10-8a55-3f2b6c1d9e04");
    private static final UUID POLICY = UUID.fromString("6f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a11");
    private static final TransactionId ONE = transactionId("0193f1a2-7c4e-7d10-8a55-000000000001");
    private static final TransactionId OTHER = transactionId("0193f1a2-7c4e-7d10-8a55-000000000002");

    private static TransactionId transactionId(String uuid) {
        return new TransactionId(UUID.fromString(uuid));
    }

    private static RequestId key(TransactionId... history) {
        return LedgerKeys.transaction(
                SUBSIDY, 4711, "course-v1:edX+DemoX", POLICY, new LinkedHashSet<>(List.of(history)));
    }

    @Test
    void ledger_isInTheDocumentedFormat() {
        assertThat(LedgerKeys.ledger(SUBSIDY).value())
                .isEqualTo("ledger-for-subsidy-0193f1a2-7c4e-7d10-8a55-3f2b6c1d9e04");
    }

    @Test
    void initialDeposit_isInTheDocumentedFormat() {
        assertThat(LedgerKeys.initialDeposit(SUBSIDY, new Quantity(2500)).value())
                .isEqualTo("ledger-for-subsidy-0193f1a2-7c4e-7d10-8a55-3f2b6c1d9e04-2500-initial-deposit");
    }

    @Test
    void transaction_isInTheDocumentedFormat_andAlwaysTheSame() {
        // SHA-256 over 4711, the content, the policy and the history, each behind its length in four bytes.
        assertThat(key(ONE).value())
                .isEqualTo("ledger-for-subsidy-0193f1a2-7c4e-7d10-8a55-3f2b6c1d9e04-"
                        + "4c4c8a6b0d0ef2e62a8b9db715130b8314ccb1799d2a5ee28e1cc5e57471d5dc");
        assertThat(key().value()).matches("ledger-for-subsidy-" + SUBSIDY + "-[0-9a-f]{64}");
    }

    @Test
    void adminReversal_isInTheDocumentedFormat() {
        assertThat(LedgerKeys.adminReversal(ONE).value())
                .isEqualTo("admin-invoked-reverse-0193f1a2-7c4e-7d10-8a55-000000000001");
    }

    @Test
    void unenrollmentReversal_isInTheDocumentedFormat() {
        assertThat(LedgerKeys.unenrollmentReversal("fulfillment-17", Instant.parse("2026-05-01T09:30:00.250Z"))
                        .value())
                .isEqualTo("unenrollment-reversal-fulfillment-17-2026-05-01T09:30:00.250Z");
    }

    @Test
    void transaction_orderOfTheHistory_changesNothing() {
        List<TransactionId> history = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            history.add(transactionId("0193f1a2-7c4e-7d10-8a55-00000000000" + i));
        }
        RequestId key = key(history.toArray(TransactionId[]::new));
        for (int i = 0; i < history.size(); i++) {
            Collections.rotate(history, 1);
            assertThat(key(history.toArray(TransactionId[]::new))).isEqualTo(key);
            Collections.swap(history, 0, 3);
            assertThat(key(history.toArray(TransactionId[]::new))).isEqualTo(key);
        }
    }

    @Test
    void transaction_everyInput_changesTheKey() {
        String content = "course-v1:edX+DemoX";
        Set<TransactionId> none = Set.of();
        assertThat(List.of(
                        LedgerKeys.transaction(SUBSIDY, 4711, content, POLICY, none),
                        LedgerKeys.transaction(POLICY, 4711, content, POLICY, none),
                        LedgerKeys.transaction(SUBSIDY, 4712, content, POLICY, none),
                        LedgerKeys.transaction(SUBSIDY, 4711, content + "x", POLICY, none),
                        LedgerKeys.transaction(SUBSIDY, 4711, content.toUpperCase(Locale.ROOT), POLICY, none),
                        LedgerKeys.transaction(SUBSIDY, 4711, content, SUBSIDY, none),
                        LedgerKeys.transaction(SUBSIDY, 4711, content, POLICY, Set.of(ONE)),
                        LedgerKeys.transaction(SUBSIDY, 4711, content, POLICY, Set.of(OTHER)),
                        LedgerKeys.transaction(SUBSIDY, 4711, content, POLICY, Set.of(ONE, OTHER))))
                .doesNotHaveDuplicates();
    }

    @Test
    void transaction_inputsThatRunTogether_areNotConfused() {
        Set<TransactionId> none = Set.of();
        assertThat(LedgerKeys.transaction(SUBSIDY, 1, "12", POLICY, none))
                .isNotEqualTo(LedgerKeys.transaction(SUBSIDY, 11, "2", POLICY, none));
        // What stands behind the content cannot be written into it.
        assertThat(LedgerKeys.transaction(SUBSIDY, 1, "a" + POLICY, POLICY, none))
                .isNotEqualTo(LedgerKeys.transaction(SUBSIDY, 1, "a", POLICY, none));
        assertThat(LedgerKeys.transaction(SUBSIDY, 1, "a", POLICY, Set.of(ONE)))
                .isNotEqualTo(LedgerKeys.transaction(SUBSIDY, 1, "a" + POLICY + ONE, POLICY, none));
        assertThat(LedgerKeys.transaction(SUBSIDY, 1, "\u00e9", POLICY, none))
                .isNotEqualTo(LedgerKeys.transaction(SUBSIDY, 1, "e\u0301", POLICY, none));
    }

    @Test
    void keyThatWouldBeTooLong_isRefused() {
        assertThatThrownBy(() -> LedgerKeys.unenrollmentReversal("f".repeat(300), Instant.EPOCH))
                .isInstanceOf(InvalidIdentifierException.class)
                .hasMessageContaining("255");
    }
}
