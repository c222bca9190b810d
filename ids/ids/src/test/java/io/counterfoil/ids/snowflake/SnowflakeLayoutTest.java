package io.counterfoil.ids.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-1")
class SnowflakeLayoutTest {

    private static final Snowflake.Layout TWITTER = Snowflake.Layout.twitter();

    /** A published post of June 2022: timestamp 367597485448, machine 378, sequence 0. */
    @Test
    void parts_ofAPublishedId_areThePublishedOnes() {
        assertThat(TWITTER.parts(1_541_815_603_606_036_480L))
                .isEqualTo(new Snowflake.Parts(Instant.parse("2022-06-28T16:07:40.105Z"), 378, 0));
    }

    @Test
    void parts_ofTheGreatestId_areTheGreatest() {
        assertThat(TWITTER.parts(Long.MAX_VALUE)).isEqualTo(new Snowflake.Parts(TWITTER.last(), 1023, 4095));
    }

    @Test
    void minAndMax_encloseTheIdsOfAMillisecond_andNoOthers() {
        Instant millisecond = Instant.parse("2022-06-28T16:07:40.105Z");
        long min = TWITTER.min(millisecond.plusNanos(999_999));
        long max = TWITTER.max(millisecond);

        assertThat(TWITTER.parts(min)).isEqualTo(new Snowflake.Parts(millisecond, 0, 0));
        assertThat(TWITTER.parts(max)).isEqualTo(new Snowflake.Parts(millisecond, 1023, 4095));
        assertThat(TWITTER.instantOf(min - 1)).isEqualTo(millisecond.minusMillis(1));
        assertThat(TWITTER.instantOf(max + 1)).isEqualTo(millisecond.plusMillis(1));
    }

    @Test
    void theTime_isOf41Bits_fromOneMillisecondAfterTheEpoch() {
        assertThat(TWITTER.epoch()).isEqualTo("2010-11-04T01:42:54.657Z");
        assertThat(TWITTER.first()).isEqualTo("2010-11-04T01:42:54.658Z");
        assertThat(TWITTER.last()).isEqualTo("2080-07-10T17:30:30.208Z");
        assertThat(TWITTER.min(TWITTER.first())).isPositive();
        assertThat(TWITTER.max(TWITTER.last().plusNanos(999_999))).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2010-11-04T01:42:54.657999999Z",
                "2080-07-10T17:30:30.209Z",
                "-1000000000-01-01T00:00:00Z",
                "+1000000000-12-31T23:59:59.999999999Z"
            })
    void minAndMax_ofAnInstantWithoutIds_areRefused(String instant) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TWITTER.min(Instant.parse(instant)))
                .withMessageContaining("2010-11-04T01:42:54.658Z")
                .withMessageContaining("2080-07-10T17:30:30.208Z")
                .withMessageContaining(instant);
        assertThatIllegalArgumentException().isThrownBy(() -> TWITTER.max(Instant.parse(instant)));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void parts_ofANumberThatIsNotPositive_areRefused(long id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TWITTER.instantOf(id))
                .withMessageContaining(String.valueOf(id));
        assertThatIllegalArgumentException().isThrownBy(() -> Snowflake.Layout.machineIdOf(id));
        assertThatIllegalArgumentException().isThrownBy(() -> Snowflake.Layout.sequenceOf(id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1969-12-31T23:59:59.999Z", "+10000-01-01T00:00:00Z", "2020-01-01T00:00:00.000001Z"})
    void anEpochOutsideOfItsLimits_isRefused(String epoch) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Snowflake.builder().epoch(Instant.parse(epoch)))
                .withMessageContaining("epoch")
                .withMessageContaining(Instant.parse(epoch).toString());
    }
}
