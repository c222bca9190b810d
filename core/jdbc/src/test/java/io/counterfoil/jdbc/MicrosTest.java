package io.counterfoil.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.row.Micros;
import io.counterfoil.jdbc.row.RecordRow;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Times and durations as columns have them, in microseconds. */
@Tag("RQ-4")
class MicrosTest {

    @Test
    void instant_isKeptToTheMicrosecond_andAtTheEndsOfTimeToWhatFits() {
        assertThat(Micros.of(Instant.ofEpochSecond(2, 3_999))).isEqualTo(2_000_003);
        assertThat(Micros.of(Instant.ofEpochSecond(-1, 1_000))).isEqualTo(-999_999);
        assertThat(Micros.of(Instant.MAX)).isEqualTo(RecordRow.NEVER);
        assertThat(Micros.of(Instant.MIN)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void duration_isRoundedUp_soThatNothingEndsTooEarly() {
        assertThat(Micros.after(7, Duration.ofNanos(1))).isEqualTo(8);
        assertThat(Micros.after(7, Duration.ofNanos(1_000))).isEqualTo(8);
        assertThat(Micros.after(7, Duration.ofSeconds(2, 1_001))).isEqualTo(2_000_009);
    }

    @Test
    void whatIsTooFarAway_isNever() {
        assertThat(Micros.after(0, Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(RecordRow.NEVER);
        assertThat(Micros.after(Long.MAX_VALUE, Duration.ofSeconds(1))).isEqualTo(RecordRow.NEVER);
        assertThat(Micros.expiry(5, Retention.FOREVER)).isEqualTo(RecordRow.NEVER);
        assertThat(Micros.expiry(5, Retention.of(Duration.ofSeconds(1)))).isEqualTo(1_000_005);
    }
}
