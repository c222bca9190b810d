package io.counterfoil.story.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

/** Compared with a search at every position. */
@Tag("CO-11")
class NeedlesPropertyTest {

    @Property
    void find_tellsWhetherATextIsThere(
            @ForAll @StringLength(max = 2_000) @CharRange(from = 'a', to = 'c') String hay,
            @ForAll @Size(min = 1, max = 4)
                    List<@StringLength(min = 1, max = 12) @CharRange(from = 'a', to = 'c') String> texts,
            @ForAll @IntRange(max = 40) int from) {
        int start = Math.min(from, hay.length());

        int found = Needles.of(texts).find(bytes(hay), start, hay.length());

        boolean there = texts.stream().anyMatch(text -> hay.indexOf(text, start) >= 0);
        assertThat(found >= 0).isEqualTo(there);
        if (found >= 0) {
            assertThat(texts).anyMatch(text -> hay.startsWith(text, found));
            assertThat(found).isGreaterThanOrEqualTo(start);
        }
    }

    @Property
    void find_findsALongTextAtEveryPlace(
            @ForAll @IntRange(max = 1_500) int place, @ForAll @IntRange(min = 13, max = 128) int length) {
        String text = "0123456789abcdef".repeat(8).substring(0, length);
        String hay = "-".repeat(place) + text + "-".repeat(1_500 - place);

        Needles needles = Needles.of(List.of(text, "Replaced correlation id"));

        assertThat(needles.find(bytes(hay), 0, hay.length())).isEqualTo(place);
        assertThat(needles.find(bytes(hay), 0, place + length)).isEqualTo(place);
        assertThat(needles.find(bytes(hay), 0, place + length - 1)).isNegative();
        assertThat(needles.find(bytes(hay), place + 1, hay.length())).isNegative();
    }

    @Property(tries = 200)
    void find_ofManyTexts_tellsWhetherOneIsThere(
            @ForAll @StringLength(max = 300) @CharRange(from = 'a', to = 'd') String hay,
            @ForAll @Size(min = 100, max = 400)
                    List<@StringLength(min = 5, max = 9) @CharRange(from = 'a', to = 'd') String> texts) {
        int found = Needles.of(texts).find(bytes(hay), 0, hay.length());

        boolean there = texts.stream().anyMatch(hay::contains);
        if (there) {
            assertThat(found).isNotNegative();
        } else if (found >= 0) {
            // Only if so many texts begin alike that only their beginning is searched for.
            String alike = hay.substring(found, found + 5);
            assertThat(texts.stream().distinct().filter(text -> text.startsWith(alike)))
                    .hasSizeGreaterThan(16);
        }
    }

    @Example
    void find_ofTextsThatAllBeginAlike_findsEach() {
        List<String> texts = IntStream.range(0, 20_000)
                .mapToObj(number -> "all-of-these-begin-alike-" + number)
                .toList();
        Needles needles = Needles.of(texts);

        assertThat(texts).allMatch(text -> needles.find(bytes("- " + text + " -"), 0, text.length() + 4) == 2);
        assertThat(needles.find(bytes("all-of-these-begin-alike"), 0, 24)).isNegative();
    }

    @Example
    void of_rejectsEmptyAndLongTexts() {
        assertThatThrownBy(() -> Needles.of(List.of(""))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Needles.of(List.of("x".repeat(129)))).isInstanceOf(IllegalArgumentException.class);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)).order(ByteOrder.LITTLE_ENDIAN);
    }
}
