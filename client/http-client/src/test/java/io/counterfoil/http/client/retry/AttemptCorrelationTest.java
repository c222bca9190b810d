package io.counterfoil.http.client.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.AttemptId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("CO-5")
class AttemptCorrelationTest {

    private static final AttemptId ATTEMPT = new AttemptId("8Zq-kw3a.1");

    private static AttemptCorrelation under(CorrelationId current) {
        Correlation.Scope scope = Correlation.open(current);
        try (scope) {
            return AttemptCorrelation.ofCurrent(ATTEMPT.value().length());
        }
    }

    /** Of two segments, because one has at most 64 characters. */
    private static CorrelationId idOfLength(int length) {
        return CorrelationId.parse("c".repeat(60) + "." + "d".repeat(length - 61));
    }

    @Test
    void idWithRoomForTheExtension_isExtended_andALongerOneIsReplaced() {
        int longest = CorrelationId.maxLength() - 1 - ATTEMPT.value().length();
        CorrelationId fits = idOfLength(longest);
        CorrelationId tooLong = idOfLength(longest + 1);

        assertThat(under(fits).base()).isEqualTo(fits);
        assertThat(under(fits).of(ATTEMPT).value()).hasSize(CorrelationId.maxLength());
        assertThat(under(fits).of(ATTEMPT).isDescendantOf(fits)).isTrue();
        assertThat(under(tooLong).base()).isNotEqualTo(tooLong);
        assertThat(new AttemptCorrelation(tooLong).of(ATTEMPT)).isEqualTo(tooLong);
    }
}
