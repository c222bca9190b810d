package io.counterfoil.entities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RF-2")
class NamespaceTest {

    @ParameterizedTest
    @ValueSource(strings = {"service", "anonymous", "client:", "client:acme", ":", " ", "acme", "\u00e4\ud83e\uddfe"})
    @Tag("RF-6")
    void clientOfAnyName_isItself_andNeitherTheServiceNorAnonymous(String name) {
        Namespace client = Namespace.ofClient(name);

        assertThat(Namespace.ofStored(client.stored())).isEqualTo(client).hasSameHashCodeAs(client);
        assertThat(client)
                .isEqualTo(Namespace.ofClient(name))
                .isNotEqualTo(Namespace.ofClient(name + "x"))
                .isNotEqualTo(Namespace.SERVICE)
                .isNotEqualTo(Namespace.ANONYMOUS)
                .hasToString("client:" + name);
    }

    @Test
    void serviceAndAnonymous_areReadBack() {
        assertThat(Namespace.ofStored("service")).isEqualTo(Namespace.SERVICE).hasToString("service");
        assertThat(Namespace.ofStored("client:")).isEqualTo(Namespace.ANONYMOUS);
        assertThat(Namespace.ofClient("")).isEqualTo(Namespace.ANONYMOUS).isNotEqualTo(Namespace.SERVICE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Service", "service ", "acme", "client", "clients:acme"})
    void otherStoredText_isRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Namespace.ofStored(text))
                .withMessageContaining("of %s characters", text.length());
    }

    @Test
    void namespaces_areSpreadByTheirHashCodes() {
        assertThat(IntStream.range(0, 100)
                        .map(i -> Namespace.ofClient("client " + i).hashCode())
                        .distinct())
                .hasSizeGreaterThan(90);
    }

    @Test
    void longestName_has255Bytes_andTheLongestStoredText262() {
        assertThat(Namespace.ofClient("\u00e4".repeat(127) + "a").stored().getBytes(StandardCharsets.UTF_8))
                .hasSize(262);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Namespace.ofClient("\u00e4".repeat(128)))
                .withMessage("a client's name must have at most 255 bytes of UTF-8, has 256");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Namespace.ofClient("a".repeat(256)))
                .withMessage("a client's name must have at most 255 characters, has 256");
    }

    @Test
    void unreadableName_isRefused() {
        for (String name : List.of("a\u0000", "a\ud83e")) {
            assertThatIllegalArgumentException().isThrownBy(() -> Namespace.ofClient(name));
            assertThatIllegalArgumentException().isThrownBy(() -> Namespace.ofStored("client:" + name));
        }
    }
}
