package io.counterfoil.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.store.Retention;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("RC-2")
class RetryPolicyTest {

    private final RetryPolicy policy = RetryPolicy.DEFAULT;

    @Test
    void budget_mustBeInsideTheRetention() {
        Retention hour = Retention.of(Duration.ofHours(1));

        assertThat(policy.withRetention(hour).withBudget(Duration.ofMinutes(59)).budget())
                .isEqualTo(Duration.ofMinutes(59));
        assertThatThrownBy(() -> policy.withRetention(hour).withBudget(Duration.ofHours(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("budget PT1H")
                .hasMessageContaining("retention PT1H");
        assertThat(policy.withRetention(Retention.FOREVER)
                        .withBudget(Duration.ofDays(300))
                        .budget())
                .isEqualTo(Duration.ofDays(300));
    }

    @Test
    void values_atTheirLimits_areAccepted() {
        Duration longest = Duration.ofDays(365);
        RetryPolicy patient = policy.withRetention(Retention.FOREVER)
                .withBudget(longest)
                .withAttemptTimeout(longest)
                .withBackoff(longest, longest)
                .withMaxAttempts(1_000);
        assertThat(patient.longestPauseAfter(1)).isEqualTo(longest);
        RetryPolicy hurried = policy.withMaxAttempts(1).withBackoff(Duration.ZERO, Duration.ZERO);
        assertThat(hurried.longestPauseAfter(1)).isZero();
    }

    @Test
    void values_outOfRange_areRefusedByName() {
        assertThatThrownBy(() -> policy.withMaxAttempts(0))
                .hasMessageContaining("maxAttempts")
                .hasMessageContaining("not 0");
        assertThatThrownBy(() -> policy.withMaxAttempts(1_001))
                .hasMessageContaining("1000")
                .hasMessageContaining("1001");
        assertThatThrownBy(() -> policy.withBudget(Duration.ZERO))
                .hasMessageContaining("budget")
                .hasMessageContaining("PT0S");
        assertThatThrownBy(() -> policy.withAttemptTimeout(Duration.ofSeconds(-1)))
                .hasMessageContaining("attemptTimeout")
                .hasMessageContaining("PT-1S");
        assertThatThrownBy(() -> policy.withBackoff(Duration.ofSeconds(-1), Duration.ofSeconds(1)))
                .hasMessageContaining("baseBackoff")
                .hasMessageContaining("PT-1S");
        assertThatThrownBy(() -> policy.withBackoff(Duration.ofSeconds(3), Duration.ofSeconds(2)))
                .hasMessageContaining("PT3S")
                .hasMessageContaining("PT2S");
        assertThatThrownBy(() -> policy.withBackoff(Duration.ZERO, Duration.ofDays(366)))
                .hasMessageContaining("maxBackoff")
                .hasMessageContaining("PT8784H");
    }
}
