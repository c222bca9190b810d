package io.counterfoil.springboot.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The key in a JSON body. */
@Tag("RQ-1")
class JsonFieldTest {

    private static Optional<String> read(String json) {
        return JsonField.INSTANCE.read(json.getBytes(StandardCharsets.UTF_8), "key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"key\":\" kéy \"}",
                "{\"a\":{\"key\":\"inner\"},\"b\":[{\"key\":1}],\"key\":\" k\\u00e9y \",\"c\":2}"
            })
    void memberOfTheOutermostObject_isRead_asItIs(String json) {
        assertThat(read(json)).contains(" kéy ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "\"key\"",
                "{}",
                "{\"Key\":\"a\"}",
                "{\"key\":null}",
                "{\"a\":{\"key\":\"a\"}}",
                "{\"key\":\"a\"",
                "{\"key\":\"a\",}",
                "<key/>"
            })
    void bodyWithoutIt_orThatIsNoJson_hasNone(String json) {
        assertThat(read(json)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "true", "{}", "[\"a\"]"})
    void otherThanAString_isRefused(String value) {
        assertThatThrownBy(() -> read("{\"key\":" + value + "}"))
                .isInstanceOf(InvalidIdentifierException.class)
                .hasMessage("key: is not a string");
    }

    @Test
    void memberThatStandsTwice_isRefused() {
        for (String second : new String[] {"\"a\"", "\"b\"", "null"}) {
            assertThatThrownBy(() -> read("{\"key\":\"a\",\"key\":" + second + "}"))
                    .isInstanceOf(InvalidIdentifierException.class)
                    .hasMessageContaining("is repeated");
        }
    }

    @Test
    void nesting_isBounded() {
        assertThat(read("{\"a\":" + "[".repeat(300) + "]".repeat(300) + ",\"key\":\"a\"}"))
                .isEmpty();
    }
}
