package io.counterfoil.ids.generator;

import static io.counterfoil.ids.generator.Ascending.assertAscending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("CB-1")
class CombTest {

    private static final RandomGenerator ALL_ONES = () -> -1L;

    @Test
    void uuidV4_hasItsMarks_andIsRandomBesides() {
        assertThat(UuidV4.generator(() -> 0L).generate()).hasToString("00000000-0000-4000-8000-000000000000");
        assertThat(UuidV4.generator(ALL_ONES).generate()).hasToString("ffffffff-ffff-4fff-bfff-ffffffffffff");
        assertThat(Stream.generate(UuidV4::next).limit(1_000)).doesNotHaveDuplicates();
        assertThat(UuidV4.shared().generate().version()).isEqualTo(4);
    }

    @Test
    void comb_isMillisecondsWithTheMarksOfVersion4() {
        InstantSource clock = () -> Instant.parse("2022-02-22T19:22:22Z");

        assertThat(Comb.generator(UuidOrder.UNORDERED, clock, ALL_ONES).generate())
                .hasToString("017f22e2-79b0-4fff-bfff-ffffffffffff");
        assertThat(Comb.min(clock.instant())).hasToString("017f22e2-79b0-4000-8000-000000000000");
        assertThat(Comb.max(clock.instant())).hasToString("017f22e2-79b0-4fff-bfff-ffffffffffff");
        assertThat(Comb.instantOf(Comb.at(clock.instant()))).isEqualTo(clock.instant());
        assertAscending(List.of(Comb.next(), Comb.next(), Comb.shared().generate()));
    }

    @Test
    void comb_instantOfAVersion7_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Comb.instantOf(UuidV7.next()))
                .withMessageContaining("no version 4");
    }

    /** The cycle of minutes that holds most of 2022 began on 18 March. */
    @ParameterizedTest
    @CsvSource({
        "2022-03-18T03:43:59.999Z, ffff",
        "2022-03-18T03:44:00Z,     0000",
        "2022-03-18T03:44:59.999Z, 0000",
        "2022-03-18T03:45:00Z,     0001",
        "1970-01-01T00:00:00Z,     0000",
        "1969-12-31T23:59:59.999Z, ffff",
    })
    void shortPrefixComb_countsMinutesInACycle(Instant instant, String prefix) {
        ShortPrefixComb generator =
                ShortPrefixComb.generator(ShortPrefixComb.DEFAULT_INTERVAL, () -> instant, new Random(7));

        UUID id = generator.generate();

        assertThat(id.toString()).startsWith(prefix);
        assertThat(id.version()).isEqualTo(4);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(ShortPrefixComb.prefixOf(id)).isEqualTo(Integer.parseInt(prefix, 16));
        assertThat(generator.prefixAt(instant)).isEqualTo(ShortPrefixComb.prefixOf(id));
    }

    @Test
    void shortPrefixComb_isRandomAfterThePrefix() {
        ShortPrefixComb ones =
                ShortPrefixComb.generator(Duration.ofSeconds(1), () -> Instant.ofEpochSecond(5), ALL_ONES);

        assertThat(ones.generate()).hasToString("0005ffff-ffff-4fff-bfff-ffffffffffff");
        assertThat(ones.interval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(ones.min(Instant.ofEpochSecond(5))).hasToString("00050000-0000-4000-8000-000000000000");
        assertThat(ones.max(Instant.ofEpochSecond(5))).hasToString("0005ffff-ffff-4fff-bfff-ffffffffffff");
        assertThat(Stream.generate(ShortPrefixComb::next).limit(1_000)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0000001S", "PT1.0005S", "P367D", "P10000000D"})
    void shortPrefixComb_ofAnImpossibleInterval_isRejected(Duration interval) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ShortPrefixComb.generator(interval, InstantSource.system(), ALL_ONES))
                .withMessageContaining("1 ms to PT8784H")
                .withMessageContaining(interval.toString());
    }

    @Test
    void shortSuffixComb_isThePrefixFormWithBothEndsExchanged() {
        ShortPrefixComb prefixed = ShortPrefixComb.generator(
                Duration.ofSeconds(1), () -> Instant.ofEpochSecond(0xabcd), () -> 0x1122_3344_5566_7788L);

        assertThat(prefixed.generate()).hasToString("abcd1122-3344-4566-9122-334455667788");
        assertThat(prefixed.suffixed().generate()).hasToString("33445566-7788-4566-9122-abcd11223344");
        assertThat(SqlServerUuid.toPrefix(ShortPrefixComb.shared().suffixed().generate())
                        .toString())
                .startsWith(HexFormat.of()
                        .toHexDigits((char) ShortPrefixComb.shared().prefixAt(Instant.now()))
                        .substring(0, 2));
        assertThat(ShortPrefixComb.shared().suffixed().generate().version()).isEqualTo(4);
    }
}
