package io.counterfoil.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.message.Preferences;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RF-8")
class PreferencesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '~',
            value = {
                "wait=10!10",
                "Wait = 10!10",
                "wait=\"10\"!10",
                "wait=0!0",
                "wait=007!7",
                "respond-async, wait=5!5",
                "respond-async;a=\"x,wait=3\", wait=5;b!5",
                "a=\"\\\"\", wait=5!5",
                "foo=\",\", WAIT=5, wait=6!5",
                "wait=x, wait=6!6",
                "return=minimal,,wait=5!5"
            })
    void wait_isFound(String line, long seconds) {
        Preferences preferences = Preferences.parse(List.of(line));
        assertThat(preferences.preferredWait()).hasValue(Duration.ofSeconds(seconds));
        assertThat(preferences.applied()).hasValue("wait=" + seconds);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "wait",
                "wait=",
                "wait=-1",
                "wait=1.5",
                "wait=+1",
                "wait=\"1",
                "wait=٣",
                "waits=1",
                "=",
                "a=\"wait=1\"",
                "a=\", wait=1",
                "a;wait=1",
                "\\",
                "\"\\"
            })
    void badOnes_areAsIfTheyWereNotThere(String line) {
        Preferences preferences = Preferences.parse(List.of(line));
        assertThat(preferences.preferredWait()).isEmpty();
        assertThat(preferences.applied()).isEmpty();
    }

    @Test
    void severalLines_areOneList_andTheFirstWaitCounts() {
        assertThat(Preferences.parse(List.of("respond-async", "wait=2, wait=3", "wait=4"))
                        .preferredWait())
                .hasValue(Duration.ofSeconds(2));
        assertThat(Preferences.parse(List.of()).preferredWait()).isEmpty();
    }

    @Test
    void anEndlessWait_isTheLongest() {
        for (String digits : Arrays.asList("2147483648", "9999999999", "9".repeat(5_000))) {
            assertThat(Preferences.parse(List.of("wait=" + digits)).preferredWait())
                    .hasValue(Preferences.LONGEST_WAIT);
        }
    }
}
