package io.counterfoil.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Extension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

/** What correlation ID a message is sent with, handed to a receiver with, and processed under. */
@Tag("CO-12")
@Timeout(600)
class MessageCorrelationTest {

    private static final CorrelationId WORK = CorrelationId.parse("abcd");
    private static final Message MESSAGE = Message.of("orders.placed", new byte[0]);

    @AfterEach
    void nothingIsLeft() {
        assertThat(Correlation.current()).isEmpty();
        assertThat(MDC.get(Correlation.MDC_KEY)).isNull();
    }

    @Test
    @Tag("CO-3")
    void outgoingMessages_carryExtensionsOfTheCurrentWork_eachItsOwn() {
        Correlation.Scope work = Correlation.open(WORK);
        try (work) {
            Message first = MESSAGE.outgoing();
            Message second = MESSAGE.outgoing();

            assertThat(first.correlationId().orElseThrow()).matches("abcd\\.[A-Za-z0-9_-]{4}");
            assertThat(second.correlationId().orElseThrow())
                    .matches("abcd\\.[A-Za-z0-9_-]{4}")
                    .isNotEqualTo(first.correlationId().orElseThrow());
        }
    }

    @Test
    void outgoingMessage_withAnId_keepsIt() {
        Correlation.Scope work = Correlation.open(WORK);
        try (work) {
            assertThat(MESSAGE.withCorrelationId("other").outgoing().correlationId())
                    .contains("other");
        }
    }

    @Test
    void outgoingMessage_withoutIdOrScope_getsAFreshOne() {
        assertThat(MESSAGE.outgoing().correlationId().orElseThrow()).matches("[A-Za-z0-9_-]{16}");
    }

    @Test
    @Tag("CO-10")
    void incomingMessage_withAValidId_keepsIt() {
        assertThat(MESSAGE.withCorrelationId("abcd.1").incoming().correlationId())
                .contains("abcd.1");
    }

    @Test
    @Tag("CO-10")
    void incomingMessage_withoutAValidId_getsAFreshOne() {
        assertThat(MESSAGE.withCorrelationId("a b").incoming().correlationId().orElseThrow())
                .matches("[A-Za-z0-9_-]{16}");
        assertThat(MESSAGE.incoming().correlationId().orElseThrow()).matches("[A-Za-z0-9_-]{16}");
    }

    @Test
    void eachProcessing_hasAnExtensionOfItsOwn_untilItsScopeIsClosed() {
        Message message = MESSAGE.withCorrelationId("abcd.1");
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Correlation.Scope processing = message.processing(Extension.DEFAULT);
            try (processing) {
                ids.add(MDC.get(Correlation.MDC_KEY));
            }
        }
        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.startsWith("abcd.1."));
    }
}
