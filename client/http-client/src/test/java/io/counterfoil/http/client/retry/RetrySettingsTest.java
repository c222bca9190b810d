package io.counterfoil.http.client.retry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The limits of what is set for a client. */
@Tag("RC-2")
class RetrySettingsTest {

    @Test
    void responseBodyLimit_ofZero_isAccepted() {
        assertThat(RetrySettings.DEFAULT.withResponseBodyLimit(0).responseBodyLimit())
                .isZero();
    }
}
