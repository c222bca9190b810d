package io.counterfoil.ledger.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("LG-4")
class LedgerKeysTest {

    private static final UUID SUBSIDY = UUID.fromString("0193f1a2-7c4e-7d10-8a55-3f2b6c1d9e04");
    private static final UUID POLICY = UUID.fromString("6f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a11");
    private static final String CONTENT = "course-v1:edX+DemoX";
    private static final String ONE = "txn_01jfrt4z2efm88mn800000000h";
    private static final String OTHER = "txn_01jfrt4z2efm88mn800000000j";

    private static RequestId key(long learner, String content, UUID policy, Set<String> inactive) {
        return LedgerKeys.redemption(
                LedgerKeys.ledger(SUBSIDY).value(), new Redemption(learner, content, policy, inactive));
    }

    @Test
    void redemption_everyInput_changesTheKey() {
        Set<String> none = Set.of();
        assertThat(List.of(
                        key(4711, CONTENT, POLICY, none),
                        LedgerKeys.redemption("another", new Redemption(4711, CONTENT, POLICY, none)),
                        key(4712, CONTENT, POLICY, none),
                        key(4711, CONTENT + "x", POLICY, none),
                        key(4711, CONTENT.toUpperCase(Locale.ROOT), POLICY, none),
                        key(4711, CONTENT, SUBSIDY, none),
                        key(4711, CONTENT, POLICY, Set.of(ONE)),
                        key(4711, CONTENT, POLICY, Set.of(OTHER)),
                        key(4711, CONTENT, POLICY, Set.of(ONE, OTHER))))
                .doesNotHaveDuplicates();
    }

    @Test
    void redemption_inputsThatRunTogether_areNotConfused() {
        Set<String> none = Set.of();
        assertThat(key(1, "12", POLICY, none)).isNotEqualTo(key(11, "2", POLICY, none));
        // What follows the content cannot be written into it.
        assertThat(key(1, "a" + POLICY, POLICY, none)).isNotEqualTo(key(1, "a", POLICY, none));
        assertThat(key(1, "a", POLICY, Set.of(ONE))).isNotEqualTo(key(1, "a" + POLICY + ONE, POLICY, none));
        assertThat(key(1, "\u00e9", POLICY, none)).isNotEqualTo(key(1, "e\u0301", POLICY, none));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "TXN_01jfrt4z2efm88mn800000000h",
                "txn_01JFRT4Z2EFM88MN800000000H",
                "ldg_01jfrt4z2efm88mn800000000h",
                "txn_81jfrt4z2efm88mn800000000h",
                "0193f1a2-7c4e-7d10-8a55-000000000001"
            })
    void idOfTheHistory_inAnotherForm_isRefused(String id) {
        Set<String> history = Set.of(id);
        assertThatThrownBy(() -> new Redemption(1, CONTENT, POLICY, history))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("txn_");
    }

    @Test
    void contentThatIsNoText_isRefused() {
        for (String content : List.of("", "a\ud800b")) {
            assertThatThrownBy(() -> new Redemption(1, content, POLICY, Set.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("content key");
        }
    }

    @Test
    void initialDeposit_thatIsNotPositive_isRefused() {
        RequestId ledger = LedgerKeys.ledger(SUBSIDY);
        for (long quantity : new long[] {0, -1}) {
            assertThatThrownBy(() -> LedgerKeys.initialDeposit(ledger, quantity))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("positive");
        }
    }

    @Test
    void keyThatWouldBeTooLong_isRefused() {
        assertThatThrownBy(() -> LedgerKeys.unenrollmentReversal("f".repeat(300), Instant.EPOCH))
                .isInstanceOf(InvalidIdentifierException.class)
                .hasMessageContaining("255");
    }
}
