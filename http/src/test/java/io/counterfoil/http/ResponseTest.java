package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.message.Response;
import org.junit.jupiter.api.Test;

class ResponseTest {

    private static final Response RESPONSE = text(201, "made");

    @Test
    void responses_areEqualByStatusFieldsAndBody() {
        assertThat(text(201, "made")).isEqualTo(RESPONSE).hasSameHashCodeAs(RESPONSE);
        assertThat(RESPONSE)
                .isNotEqualTo(text(200, "made"))
                .isNotEqualTo(text(201, "more"))
                .isNotEqualTo(RESPONSE.with("ETag", "\"1\""))
                .isNotEqualTo(null);
    }

    @Test
    void text_hasTheLengthOfTheBody_andNothingOfIt() {
        assertThat(RESPONSE.toString()).startsWith("201 ").endsWith(", 4 bytes").doesNotContain("made");
    }
}
