package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
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
    void body_isWrittenAsItIs() throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        RESPONSE.writeBodyTo(written);

        assertThat(written.toByteArray()).isEqualTo(RESPONSE.body()).isEqualTo("made".getBytes(UTF_8));
    }

    @Test
    void field_takesThePlaceOfAllOfItsName_andGoesLast() {
        Response response = new Response(
                200,
                List.of(new HeaderField("A", "1"), new HeaderField("b", "2"), new HeaderField("a", "3")),
                new byte[0]);

        assertThat(response.with("a", "4").headers())
                .containsExactly(new HeaderField("b", "2"), new HeaderField("a", "4"));
        assertThat(response.header("B")).contains("2");
        assertThat(response.header("c")).isEmpty();
        assertThatThrownBy(() -> response.with("a", "4").headers().clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void text_hasTheLengthOfTheBody_andNothingOfIt() {
        assertThat(RESPONSE.toString()).startsWith("201 ").endsWith(", 4 bytes").doesNotContain("made");
    }
}
