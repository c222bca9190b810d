package io.counterfoil.testkit.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class SettableClockTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void clock_isConstantUntilAdvanced() {
        SettableClock clock = SettableClock.at(START);

        assertThat(clock.instant()).isEqualTo(START).isEqualTo(clock.instant());
        assertThat(clock.advance(Duration.ofSeconds(3))).isEqualTo(START.plusSeconds(3));
        assertThat(clock.instant()).isEqualTo(START.plusSeconds(3));
    }

    @Test
    void clock_canBeSetBack() {
        SettableClock clock = SettableClock.at(START);

        clock.set(START.minusSeconds(60));

        assertThat(clock.millis()).isEqualTo(START.minusSeconds(60).toEpochMilli());
    }

    @Test
    void withZone_sharesTheTime() {
        SettableClock clock = SettableClock.at(START);
        ZoneId zone = ZoneId.of("Asia/Kolkata");
        SettableClock other = clock.withZone(zone);

        clock.advance(Duration.ofHours(1));

        assertThat(other.instant()).isEqualTo(clock.instant());
        assertThat(other.getZone()).isEqualTo(zone);
    }
}
