package io.counterfoil.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.Counting;
import io.counterfoil.idempotency.policy.ExecutionLimits;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.policy.OnMismatch;
import io.counterfoil.idempotency.policy.ResultPolicy;
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
        Duration longest = ExecutionLimits.LONGEST_TIME.plus(TICK);
        return Stream.of(
                refused(
                        () -> DEFAULT.withLimits(limits -> limits.withWaitTime(TICK.negated())),
                        "limits.waitTime",
                        "PT-0.000000001S"),
                refused(
                        () -> DEFAULT.withLimits(limits -> limits.withWaitTime(longest)),
                        "limits.waitTime",
                        "PT24H0.000000001S"),
                refused(
                        () -> DEFAULT.withLimits(limits -> limits.withExecutionTime(Duration.ZERO)),
                        "limits.executionTime",
                        "PT0S"),
                refused(
                        () -> DEFAULT.withLimits(limits -> limits.withExecutionTime(MILLISECOND.minus(TICK))),
                        "limits.executionTime",
                        "PT0.000999999S"),
                refused(
                        () -> DEFAULT.withLimits(limits -> limits.withExecutionTime(longest)),
                        "limits.executionTime",
                        "PT24H0.000000001S"),
                refused(
                        () -> DEFAULT.withDuplicates(duplicates -> duplicates.withRetryAfter(Duration.ZERO)),
                        "duplicates.retryAfter",
                        "PT0S"),
                refused(
                        () -> DEFAULT.withDuplicates(duplicates -> duplicates.withRetryAfter(TICK.negated())),
                        "duplicates.retryAfter",
                        "PT-0.000000001S"),
                refused(
                        () -> DEFAULT.withDuplicates(duplicates -> duplicates.withRetryAfter(longest)),
                        "duplicates.retryAfter",
                        "PT24H0.000000001S"),
                refused(
                        () -> DEFAULT.withLimits(limits -> limits.withInProgressPerClient(0)),
                        "limits.inProgressPerClient",
                        "0"),
                refused(
                        () -> DEFAULT.withLimits(limits -> limits.withConflictRetries(-1)),
                        "limits.conflictRetries",
                        "-1"),
                refused(() -> ResultPolicy.DEFAULT.withMaxBytes(-1), "results.maxBytes", "-1"),
                refused(
                        () -> ResultPolicy.DEFAULT.withMaxBytes(ResultPolicy.LARGEST + 1),
                        "results.maxBytes",
                        "1073741825"),
                refused(() -> ResultPolicy.DEFAULT.withCompressFrom(-1), "results.compressFrom", "-1"),
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
        IdempotencyPolicy policy = DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ZERO)
                        .withWaitTime(ExecutionLimits.LONGEST_TIME)
                        .withExecutionTime(MILLISECOND)
                        .withExecutionTime(ExecutionLimits.LONGEST_TIME))
                .withDuplicates(
                        duplicates -> duplicates.withRetryAfter(TICK).withRetryAfter(ExecutionLimits.LONGEST_TIME))
                .withLimits(limits -> limits.withInProgressPerClient(1).withConflictRetries(0))
                .withResults(results -> results.withMaxBytes(0)
                        .withCompressFrom(0)
                        .withMaxBytes(ResultPolicy.LARGEST)
                        .withCompressFrom(Integer.MAX_VALUE))
                .withRetention(
                        records -> records.withNamed(Retention.of(TICK)).withNamed(Retention.of(Retention.LONGEST)));

        assertThat(policy.limits().waitTime()).isEqualTo(ExecutionLimits.LONGEST_TIME);
        assertThat(LeasePolicy.DEFAULT.withDuration(LeasePolicy.SHORTEST).duration())
                .isEqualTo(LeasePolicy.SHORTEST);
        assertThat(LeasePolicy.DEFAULT.withDuration(LeasePolicy.LONGEST).duration())
                .isEqualTo(LeasePolicy.LONGEST);
    }

    @Test
    @Tag("RQ-4")
    @Tag("RQ-6")
    void defaults_areThoseOfTheDocumentation() {
        assertThat(DEFAULT.retention().named()).isEqualTo(Retention.of(Duration.ofDays(1)));
        assertThat(DEFAULT.retention().anonymous()).isEqualTo(Retention.of(Duration.ofHours(1)));
        assertThat(DEFAULT.limits().waitTime()).isEqualTo(Duration.ofSeconds(5));
        assertThat(DEFAULT.limits().executionTime()).isEmpty();
        assertThat(DEFAULT.duplicates().retryAfter()).isEqualTo(Duration.ofSeconds(1));
        assertThat(DEFAULT.duplicates().onMismatch()).isEqualTo(OnMismatch.REFUSE);
        assertThat(DEFAULT.results().rememberRefusals()).isTrue();
        assertThat(DEFAULT.results()).isEqualTo(new ResultPolicy(true, 1 << 20, 4096));
        assertThat(DEFAULT.duplicates().counting()).isEqualTo(Counting.BATCHED);
        assertThat(DEFAULT.limits().inProgressPerClient()).isEmpty();
        assertThat(DEFAULT.limits().conflictRetries()).isEqualTo(8);
        assertThat(LeasePolicy.DEFAULT).isEqualTo(new LeasePolicy(Duration.ofSeconds(30), OnExpiry.UNKNOWN));
    }

    @Test
    void changedSetting_leavesTheOthersAsTheyWere() {
        IdempotencyPolicy all = DEFAULT.withRetention(
                        records -> records.withNamed(Retention.FOREVER).withAnonymous(Retention.of(TICK)))
                .withLimits(
                        limits -> limits.withWaitTime(Duration.ofSeconds(2)).withExecutionTime(Duration.ofSeconds(8)))
                .withDuplicates(duplicates ->
                        duplicates.withRetryAfter(Duration.ofSeconds(3)).withOnMismatch(OnMismatch.REPLAY))
                .withResults(results ->
                        results.withRememberRefusals(false).withMaxBytes(4).withCompressFrom(5))
                .withDuplicates(duplicates -> duplicates.withCounting(Counting.EXACT))
                .withLimits(limits -> limits.withInProgressPerClient(6).withConflictRetries(7));

        assertThat(all.retention().of(ClientId.of("named"))).isEqualTo(Retention.FOREVER);
        assertThat(all.retention().of(ClientId.ANONYMOUS)).isEqualTo(Retention.of(TICK));
        assertThat(all.limits().waitTime()).isEqualTo(Duration.ofSeconds(2));
        assertThat(all.limits().executionTime()).hasValue(Duration.ofSeconds(8));
        assertThat(all.duplicates().retryAfter()).isEqualTo(Duration.ofSeconds(3));
        assertThat(all.duplicates().onMismatch()).isEqualTo(OnMismatch.REPLAY);
        assertThat(all.results().rememberRefusals()).isFalse();
        assertThat(all.results()).isEqualTo(new ResultPolicy(false, 4, 5));
        assertThat(all.duplicates().counting()).isEqualTo(Counting.EXACT);
        assertThat(all.limits().inProgressPerClient()).hasValue(6);
        assertThat(all.limits().conflictRetries()).isEqualTo(7);
        assertThat(DEFAULT.limits().conflictRetries()).as("the original").isEqualTo(8);
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
