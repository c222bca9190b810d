package io.counterfoil.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MessageTest {

    private static final Message WHOLE = Message.of("signal.start.s.r.i", "body".getBytes(UTF_8))
            .withId("id")
            .withKey("key \u20ac")
            .withCorrelationId("abcd.1")
            .withContentType("application/json")
            .withHeader("a", "1")
            .withHeader("b", "")
            .mandatory();

    @Test
    void message_isNotChangedByItsBodysOwner() {
        byte[] body = "body".getBytes(UTF_8);
        Message message = Message.of("t", body);
        body[0] = 'x';
        message.body()[1] = 'x';

        assertThat(message.body()).isEqualTo("body".getBytes(UTF_8));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> message.headers().put("a", "b"));
    }

    @Test
    void storedForm_isReadBackWhole() {
        assertThat(Message.decode(WHOLE.encoded())).isEqualTo(WHOLE);
        Message bare = Message.of("t", new byte[0]);
        assertThat(Message.decode(bare.encoded())).isEqualTo(bare);
    }

    @Test
    void storedForm_thatIsDamagedOrNewer_isRefused() {
        byte[] encoded = WHOLE.encoded();
        byte[] newer = encoded.clone();
        newer[0] = 2;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Message.decode(Arrays.copyOf(encoded, encoded.length - 1)))
                .withMessageContaining("damaged");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Message.decode(newer))
                .withMessageContaining("format 2");
    }

    @Test
    void limits_areNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Message.of("t".repeat(256), new byte[0]))
                .withMessageContaining("topic")
                .withMessageContaining("255");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WHOLE.withId(""))
                .withMessageContaining("id of a message");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WHOLE.withKey("\u20ac".repeat(400)))
                .withMessageContaining("key")
                .withMessageContaining("1200");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WHOLE.withHeader("h", "v".repeat(1_025)))
                .withMessageContaining("header h");
        Message full = WHOLE;
        for (int i = 2; i < 32; i++) {
            full = full.withHeader("h" + i, "");
        }
        Message last = full;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> last.withHeader("one more", ""))
                .withMessageContaining("32 headers");
    }

    @Test
    void message_withTheLongestOfEverything_canBeMade() {
        Message longest = Message.of("t".repeat(255), new byte[0])
                .withId("i".repeat(255))
                .withKey("k".repeat(1_024))
                .withCorrelationId("c".repeat(255))
                .withContentType("x".repeat(255))
                .withHeader("h".repeat(255), "v".repeat(1_024));

        assertThat(Message.decode(longest.encoded())).isEqualTo(longest);
    }

    @Test
    void messagesThatDifferInOnePart_areNotEqual() {
        assertThat(WHOLE)
                .isEqualTo(WHOLE.withHeader("b", ""))
                .hasSameHashCodeAs(WHOLE.withHeader("b", ""))
                .isNotEqualTo(WHOLE.withTopic("other"))
                .isNotEqualTo(WHOLE.withBody("other".getBytes(UTF_8)))
                .isNotEqualTo(WHOLE.withId("other"))
                .isNotEqualTo(WHOLE.withKey("other"))
                .isNotEqualTo(WHOLE.withCorrelationId("other"))
                .isNotEqualTo(WHOLE.withContentType("other"))
                .isNotEqualTo(WHOLE.withHeader("a", "other"))
                .isNotEqualTo("other");
        assertThat(Message.of("t", new byte[0]).mandatory()).isNotEqualTo(Message.of("t", new byte[0]));
    }

    @Test
    void text_showsNoContent() {
        assertThat(WHOLE.toString()).contains("signal.start.s.r.i", "4 bytes").doesNotContain("body");
    }
}
