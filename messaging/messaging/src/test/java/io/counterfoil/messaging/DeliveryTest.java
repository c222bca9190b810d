package io.counterfoil.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeliveryTest {

    @Test
    void reason_thatFits_staysAsItIs() {
        for (String reason : new String[] {"", "kind: must be a text", "\u00e4".repeat(Delivery.MAX_REASON_LENGTH)}) {
            assertThat(Delivery.cutReason(reason)).isEqualTo(reason);
        }
    }

    @Test
    void reason_thatIsTooLong_isCutToItsCharacters() {
        assertThat(Delivery.cutReason("r".repeat(513))).isEqualTo("r".repeat(512));
    }

    @Test
    void reason_ofLongCharacters_isCutToWhatAHeaderHasRoomFor() {
        String cut = Delivery.cutReason("\u20ac".repeat(512));

        assertThat(cut).isEqualTo("\u20ac".repeat(341));
        assertThat(cut.getBytes(UTF_8)).hasSizeLessThanOrEqualTo(Message.MAX_VALUE_BYTES);
        assertThat(Message.of("t", new byte[0]).withHeader(Delivery.REASON, cut).headers())
                .containsValue(cut);
    }

    @Test
    void reason_isNotCutInTheMiddleOfACharacter() {
        String clef = "\ud834\udd1e";

        assertThat(Delivery.cutReason("r".repeat(511) + clef)).isEqualTo("r".repeat(511));
        assertThat(Delivery.cutReason(clef.repeat(300))).isEqualTo(clef.repeat(256));
    }
}
