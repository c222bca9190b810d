package io.counterfoil.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.IdempotencyPolicy.Counting;
import io.counterfoil.idempotency.policy.IdempotencyPolicy.OnMismatch;
import io.counterfoil.idempotency.policy.IdempotencyPolicy.ResultLimits;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the engine's settings say when nobody has said anything, and what they refuse. */
@Timeout(300)
class PolicyTest {

    private static final IdempotencyPolicy DEFAULT = IdempotencyPolicy.DEFAULT;
    private static final Duration TICK = Duration.ofNanos(1);
    private static final Duration MILLISECOND = Duration.ofMillis(1);

    static Stream<Arguments> refused() {
        Duration longest = IdempotencyPolicy.LONGEST_WAIT.plus(TICK);
        return Stream.of(
                refused(() -> DEFAULT.withWaitLimit(TICK.negated()), "waitLimit", "PT-0.000000001S"),
                refused(() -> DEFAULT.withWaitLimit(longest), "waitLimit", "PT24H0.000000001S"),
                refused(() -> DEFAULT.withExecutionLimit(Duration.ZERO), "executionLimit", "PT0S"),
                refused(() -> DEFAULT.withExecutionLimit(MILLISECOND.minus(TICK)), "executionLimit", "PT0.000999999S"),
                refused(() -> DEFAULT.withExecutionLimit(longest), "executionLimit", "PT24H0.000000001S"),
                refused(() -> DEFAULT.withRetryAfter(Duration.ZERO), "retryAfter", "PT0S"),
                refused(() -> DEFAULT.withRetryAfter(TICK.negated()), "retryAfter", "PT-0.000000001S"),
                refused(() -> DEFAULT.withRetryAfter(longest), "retryAfter", "PT24H0.000000001S"),
                refused(() -> DEFAULT.withMaxOpenPerClient(0), "maxOpenPerClient", "0"),
                refused(() -> DEFAULT.withConflictRetries(-1), "conflictRetries", "-1"),
                refused(() -> new ResultLimits(-1, 0), "maxBytes", "-1"),
                refused(() -> new ResultLimits(ResultLimits.LARGEST + 1, 0), "maxBytes", "1073741825"),
                refused(() -> new ResultLimits(0, -1), "compressFrom", "-1"),
                refused(() -> Retention.of(Duration.ZERO), "retention", "PT0S"),
                refused(() -> Retention.of(TICK.negated()), "retention", "PT-0.000000001S"),
                refused(() -> Retention.of(Retention.LONGEST.plus(TICK)), "retention", "PT8760000H0.000000001S"),
                refused(() -> Retention.of(Duration.ofSeconds(Long.MAX_VALUE)), "retention", "PT2562047788015215H"),
                refused(() -> LeasePolicy.DEFAULT.withDuration(LeasePolicy.SHORTEST.minus(TICK)), "lease", "PT0.0999"),
                refused(() -> LeasePolicy.DEFAULT.withDuration(LeasePolicy.LONGEST.plus(TICK)), "lease", "PT168H0.0"),
                refused(() -> new InMemoryStore(Clock.systemUTC(), 0), "limit", "0"),
                refused(() -> new Payload(-1, new byte[0]), "format", "-1"),
                refused(() -> new Payload(32768, new byte[0]), "format", "32768"));
    }

    private static Arguments refused(ThrowingCallable setting, String name, String value) {
        return Arguments.of(name, value, setting);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("refused")
    @Tag("RQ-15")
    void setting_outOfItsRange_isRejected(String name, String value, ThrowingCallable setting) {
        assertThatThrownBy(setting)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name)
                .hasMessageContaining(value);
    }

    @Test
    @Tag("RQ-15")
    void limitsThemselves_areAccepted() {
        IdempotencyPolicy policy = DEFAULT.withWaitLimit(Duration.ZERO)
                .withWaitLimit(IdempotencyPolicy.LONGEST_WAIT)
                .withExecutionLimit(MILLISECOND)
                .withExecutionLimit(IdempotencyPolicy.LONGEST_WAIT)
                .withRetryAfter(TICK)
                .withRetryAfter(IdempotencyPolicy.LONGEST_WAIT)
                .withMaxOpenPerClient(1)
                .withConflictRetries(0)
                .withResultLimits(new ResultLimits(0, 0))
                .withResultLimits(new ResultLimits(ResultLimits.LARGEST, Integer.MAX_VALUE))
                .withRetention(Retention.of(TICK))
                .withRetention(Retention.of(Retention.LONGEST));

        assertThat(policy.waitLimit()).isEqualTo(IdempotencyPolicy.LONGEST_WAIT);
        assertThat(LeasePolicy.DEFAULT.withDuration(LeasePolicy.SHORTEST).duration())
                .isEqualTo(LeasePolicy.SHORTEST);
        assertThat(LeasePolicy.DEFAULT.withDuration(LeasePolicy.LONGEST).duration())
                .isEqualTo(LeasePolicy.LONGEST);
    }

    @Test
    @Tag("RQ-4")
    @Tag("RQ-6")
    void defaults_areThoseOfTheDocumentation() {
        assertThat(DEFAULT.retention()).isEqualTo(Retention.of(Duration.ofDays(1)));
        assertThat(DEFAULT.anonymousRetention()).isEqualTo(Retention.of(Duration.ofHours(1)));
        assertThat(DEFAULT.waitLimit()).isEqualTo(Duration.ofSeconds(5));
        assertThat(DEFAULT.executionLimit()).isEmpty();
        assertThat(DEFAULT.retryAfter()).isEqualTo(Duration.ofSeconds(1));
        assertThat(DEFAULT.onMismatch()).isEqualTo(OnMismatch.REFUSE);
        assertThat(DEFAULT.rememberRefusals()).isTrue();
        assertThat(DEFAULT.resultLimits()).isEqualTo(new ResultLimits(1 << 20, 4096));
        assertThat(DEFAULT.counting()).isEqualTo(Counting.BATCHED);
        assertThat(DEFAULT.maxOpenPerClient()).isEmpty();
        assertThat(DEFAULT.conflictRetries()).isEqualTo(8);
        assertThat(LeasePolicy.DEFAULT).isEqualTo(new LeasePolicy(Duration.ofSeconds(30), OnExpiry.UNKNOWN));
    }

    @Test
    void changedSetting_leavesTheOthersAsTheyWere() {
        IdempotencyPolicy all = DEFAULT.withRetention(Retention.FOREVER)
                .withAnonymousRetention(Retention.of(TICK))
                .withWaitLimit(Duration.ofSeconds(2))
                .withExecutionLimit(Duration.ofSeconds(8))
                .withRetryAfter(Duration.ofSeconds(3))
                .withOnMismatch(OnMismatch.REPLAY)
                .withRememberRefusals(false)
                .withResultLimits(new ResultLimits(4, 5))
                .withCounting(Counting.EXACT)
                .withMaxOpenPerClient(6)
                .withConflictRetries(7);

        assertThat(all.retentionFor(ClientId.of("named"))).isEqualTo(Retention.FOREVER);
        assertThat(all.retentionFor(ClientId.ANONYMOUS)).isEqualTo(Retention.of(TICK));
        assertThat(all.waitLimit()).isEqualTo(Duration.ofSeconds(2));
        assertThat(all.executionLimit()).hasValue(Duration.ofSeconds(8));
        assertThat(all.retryAfter()).isEqualTo(Duration.ofSeconds(3));
        assertThat(all.onMismatch()).isEqualTo(OnMismatch.REPLAY);
        assertThat(all.rememberRefusals()).isFalse();
        assertThat(all.resultLimits()).isEqualTo(new ResultLimits(4, 5));
        assertThat(all.counting()).isEqualTo(Counting.EXACT);
        assertThat(all.maxOpenPerClient()).hasValue(6);
        assertThat(all.conflictRetries()).isEqualTo(7);
        assertThat(DEFAULT.conflictRetries()).as("the original").isEqualTo(8);
    }

    @Test
    @Tag("RQ-2")
    @Tag("RQ-15")
    void keyOutOfItsLimits_isRefused_beforeThereIsARequest() {
        String emoji = "\ud83d\ude00";
        for (List<String> parts : List.of(
                List.of("client name", "c".repeat(256), "op", "id"),
                List.of("operation", "client", "o".repeat(1025), "id"),
                List.of("request id", "client", "op", "i".repeat(256)),
                List.of("request id", "client", "op", emoji.repeat(64)),
                List.of("request id", "client", "op", ""),
                List.of("request id", "client", "op", "a\u0000b"),
                List.of("request id", "client", "op", "a\ud83d"))) {
            assertThatThrownBy(() -> IdempotencyKey.of(parts.get(1), parts.get(2), parts.get(3)))
                    .isInstanceOf(InvalidIdentifierException.class)
                    .hasMessageStartingWith(parts.get(0) + ": ");
        }
    }
}
