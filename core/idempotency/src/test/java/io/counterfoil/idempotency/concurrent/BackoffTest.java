package io.counterfoil.idempotency.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static final Duration LONGEST_OF_ALL = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    @Test
    void pauses_afterFailuresInARow_doubleUpToTheLongest() {
        Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofMillis(700));

        assertThat(IntStream.rangeClosed(1, 6).mapToObj(backoff::after).map(Duration::toMillis))
                .containsExactly(100L, 200L, 400L, 700L, 700L, 700L);
    }

    @Test
    void pause_afterAnyNumberOfFailures_doesNotOverflow() {
        Backoff backoff = new Backoff(Duration.ofNanos(1), LONGEST_OF_ALL);

        assertThat(backoff.after(Integer.MAX_VALUE)).isEqualTo(LONGEST_OF_ALL);
    }

    @Test
    void zero_asFirstPause_meansNoPauses() {
        assertThat(new Backoff(Duration.ZERO, Duration.ofDays(1)).after(Integer.MAX_VALUE))
                .isZero();
    }

    @Test
    void firstPause_longerThanTheLongest_isRefusedWithBoth() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .withMessageContaining("PT2S")
                .withMessageContaining("PT1S");
    }

    @Test
    void negativeFirstPause_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(Duration.ofSeconds(-2), Duration.ofSeconds(1)))
                .withMessageContaining("PT-2S");
    }

    @Test
    void pause_withoutAFailure_isRefused() {
        Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(1));

        assertThatIllegalArgumentException().isThrownBy(() -> backoff.after(0)).withMessageContaining("not 0");
    }
}
