package io.counterfoil.entities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("CB-10")
class ReadableIdTest {

    private static final String ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

    private static Stream<ReadableId> samples() {
        Random random = new Random(1);
        return Stream.generate(() -> ReadableId.next(random)).limit(200);
    }

    private static boolean isRead(String text) {
        try {
            ReadableId.parse(text);
            return true;
        } catch (InvalidReferenceException refused) {
            return false;
        }
    }

    @Test
    void text_isThreeGroupsOfUnambiguousCharacters_andReadBack() {
        assertThat(samples()).allSatisfy(id -> {
            assertThat(id.text()).matches("[2-9A-HJKMNP-Z]{3}(-[2-9A-HJKMNP-Z]{3}){2}");
            assertThat(ReadableId.parse(id.text()))
                    .isEqualTo(id)
                    .hasSameHashCodeAs(id)
                    .hasToString(id.text());
        });
    }

    @Test
    void everyCharacter_isDrawn() {
        Set<Integer> drawn = new TreeSet<>();
        samples().forEach(id -> id.text().chars().forEach(drawn::add));

        assertThat(drawn).hasSize(ALPHABET.length() + 1);
    }

    @Test
    void idsOfTheSecureSource_differ() {
        assertThat(Stream.generate(ReadableId::next).limit(1000).distinct()).hasSize(1000);
    }

    /** By hand: 9*0 + 8*1 + 7*2 + 6*3 + 5*4 + 4*5 + 3*6 + 2*7 = 112, and 112 + 12 = 4 * 31: the character of 12 is E. */
    @Test
    void checkCharacter_makesTheWeightedSumAMultipleOf31() {
        assertThat(ReadableId.parse("234-567-89E").text()).isEqualTo("234-567-89E");
        assertThat(ReadableId.parse("222-222-222").text()).isEqualTo("222-222-222");
    }

    @Test
    void oneWrongCharacter_atAnyPlace_isDetected() {
        assertThat(samples()).allSatisfy(id -> {
            String valid = id.text().replace("-", "");
            for (int at = 0; at < valid.length(); at++) {
                for (int i = 0; i < ALPHABET.length(); i++) {
                    char other = ALPHABET.charAt(i);
                    String changed = valid.substring(0, at) + other + valid.substring(at + 1);
                    assertThat(isRead(changed)).as(changed).isEqualTo(changed.equals(valid));
                }
            }
        });
    }

    @Test
    void twoCharactersInEachOthersPlace_areFound() {
        assertThat(samples()).allSatisfy(id -> {
            String valid = id.text().replace("-", "");
            for (int one = 0; one < valid.length(); one++) {
                for (int other = one + 1; other < valid.length(); other++) {
                    StringBuilder changed = new StringBuilder(valid);
                    changed.setCharAt(one, valid.charAt(other));
                    changed.setCharAt(other, valid.charAt(one));
                    assertThat(isRead(changed.toString())).as("%s", changed).isEqualTo(valid.contentEquals(changed));
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"234-567-89e", "23456789E", "2345 6789 e", " 2-3-4-5-6-7-8-9-E ", "234--56789E"})
    void caseHyphensAndSpaces_areNoPartOfIt(String text) {
        assertThat(ReadableId.parse(text)).hasToString("234-567-89E");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'must have 9 letters and digits, has 0'",
        "234-567-89, 'must have 9 letters and digits, has 8'",
        "234-567-89EE, 'must have 9 letters and digits, has 10'",
        "234-567-8OE, 'character U+004F at index 9'",
        "234-567-8lE, 'character U+006C at index 9'",
        "034-567-89E, 'character U+0030 at index 0'",
        "234_567_89E, 'character U+005F at index 3'",
        "234-567-8\u0131E, 'character U+0131 at index 9'",
        "234-567-89F, 'its check character does not fit'"
    })
    void otherText_isRefused_withTheReason(String text, String reason) {
        assertThatExceptionOfType(InvalidReferenceException.class)
                .isThrownBy(() -> ReadableId.parse(text))
                .satisfies(refused -> assertThat(refused.reason()).contains(reason));
    }

    @Test
    void textWithoutEnd_isRefusedUnread() {
        assertThatExceptionOfType(InvalidReferenceException.class)
                .isThrownBy(() -> ReadableId.parse("-".repeat(65)))
                .satisfies(
                        refused -> assertThat(refused.reason()).isEqualTo("must have at most 64 characters, has 65"));
    }
}
