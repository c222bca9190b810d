package io.counterfoil.story.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisibleTest {

    @Test
    void plainText_isUnchanged() {
        assertThat(Visible.of("C:\\temp „größer“ 漢字 😀")).isEqualTo("C:\\temp „größer“ 漢字 😀");
    }

    @Test
    void controlAndHiddenCharacters_areEscaped() {
        assertThat(Visible.of("a\u001b[2J\u0007\r\n\t\u0085\u009b\u2028\u202e\ufeff\u00ad\ue000"))
                .isEqualTo("a\\u001b[2J\\u0007\\r\\n\\t\\u0085\\u009b\\u2028\\u202e\\ufeff\\u00ad\\ue000");
    }

    @Test
    void supplementaryCharacter_isEscapedAsOneCodePoint() {
        assertThat(Visible.of("\udb40\udc01 \ud83d")).isEqualTo("\\u{e0001} \\ud83d");
    }

    @Test
    void truncation_keepsSurrogatePairs() {
        assertThat(Visible.of("ab😀cd", 3)).isEqualTo("ab…");
        assertThat(Visible.of("abc", 3)).isEqualTo("abc");
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 ms",
        "PT0.000000250S, 250 ns",
        "PT0.000250S, 250 µs",
        "PT0.25S, 250 ms",
        "PT1S, 1 s",
        "PT1.254S, 1.25 s",
        "PT59.999S, 60 s",
        "PT2M5S, 2 min 5 s",
        "PT3H, 3 h",
        "PT49H, 2 d 1 h",
        "PT-90S, 1 min 30 s",
        "PT2401H, 100 d",
    })
    void span_hasAtMostTwoUnits(Duration span, String words) {
        assertThat(Spans.of(span)).isEqualTo(words);
    }
}
