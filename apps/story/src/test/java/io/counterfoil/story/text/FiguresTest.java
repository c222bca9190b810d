package io.counterfoil.story.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

@Tag("CO-11")
class FiguresTest {

    @Property
    void grouped_equalsTheJdk(@ForAll long number) {
        assertThat(Figures.grouped(number)).isEqualTo(String.format(Locale.ROOT, "%,d", number));
    }

    @Property
    void padded_equalsTheJdk(
            @ForAll @IntRange(max = 9_999) int number, @ForAll @IntRange(min = 1, max = 4) int digits) {
        assertThat(Figures.padded(number, digits)).isEqualTo(String.format(Locale.ROOT, "%0" + digits + "d", number));
    }

    @Property
    void hundredths_areExact_withoutTrailingZeros(@ForAll @LongRange(max = 1_000_000_000_000L) long hundredths) {
        String figure = Figures.hundredths(hundredths);

        assertThat(Math.round(Double.parseDouble(figure) * 100)).isEqualTo(hundredths);
        assertThat(figure).doesNotMatch(".*\\.\\d?0").doesNotEndWith(".");
    }

    @Example
    void figures_areGroupedAndRounded() {
        assertThat(Figures.grouped(1_234_567)).isEqualTo("1,234,567");
        assertThat(Figures.grouped(-123)).isEqualTo("-123");
        assertThat(Figures.hundredths(1_205)).isEqualTo("12.05");
        assertThat(Figures.hundredths(1_250)).isEqualTo("12.5");
        assertThat(Figures.hundredths(6_000)).isEqualTo("60");
    }
}
