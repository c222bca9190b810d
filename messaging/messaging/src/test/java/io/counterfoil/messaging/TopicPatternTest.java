package io.counterfoil.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("SG-1")
class TopicPatternTest {

    @ParameterizedTest
    @CsvSource({
        "signal.*.swarm-42.#, signal.a.swarm-42.c.d, true",
        "signal.*.swarm-42.#, signal.a.swarm-42, true",
        "signal.*.swarm-42.#, signal.a.b.swarm-42.d, false",
        "event.outcome.#, event.outcome.a.b.c.d, true",
        "event.outcome.#, event.outcome, true",
        "event.outcome.#, event.outcomes.a, false",
        "#, anything.at.all, true",
        "#.d, a.b.c.d, true",
        "#.b.#, a.b.c.d, true",
        "#.x.#, a.b.c.d, false",
        "*, a, true",
        "*, a.b, false",
        "a.*, a, false",
        "a, A, false"
    })
    void pattern_matches_asATopicExchangeDoes(String pattern, String topic, boolean matches) {
        assertThat(new TopicPattern(pattern).matches(topic)).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a..b", ".a", "a.", "a*", "#a", "**"})
    void pattern_thatIsNone_isRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TopicPattern(text))
                .withMessageStartingWith("topic pattern: ");
    }

    @Test
    void pattern_ofTheLargestLength_isMade_andALongerOneRefused() {
        assertThat(new TopicPattern("a".repeat(255)).value()).hasSize(255);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TopicPattern("a".repeat(256)))
                .withMessageContaining("1 to 255 characters, not 256");
    }
}
