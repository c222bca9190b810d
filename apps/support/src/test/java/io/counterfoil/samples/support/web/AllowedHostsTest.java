package io.counterfoil.samples.support.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {

    private final AllowedHosts hosts =
            AllowedHosts.loopbackAnd("some.setting", List.of("Ledger.Example.com", " 10.0.0.7", "[FD00::1]"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "localhost:8080",
                "LocalHost:1",
                "localhost:",
                "127.0.0.1",
                "127.0.0.1:65535",
                "[::1]",
                "[::1]:8080",
                "ledger.example.com",
                "LEDGER.example.COM:443",
                "10.0.0.7:8080",
                "[fd00::1]:8080"
            })
    void loopbackAndAddedHosts_withAnyPort_areAllowed(String field) {
        assertThat(hosts.contains(field)).isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                ":8080",
                "evil.example",
                "localhost.evil.example",
                "evil.example:localhost",
                "localhost@evil.example",
                "127.0.0.1.evil.example",
                "127.0.0.2",
                "x.ledger.example.com",
                "localhost:8080:8080",
                "localhost:x",
                "[::1",
                "::1",
                "localhost, evil.example",
                " localhost"
            })
    void otherHosts_areRejected(String field) {
        assertThat(hosts.contains(field)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "*", "*.example.com", "https://ledger.example.com", "ledger.example.com:443", "::1", "a/b"})
    void invalidHostName_isRejected_withTheNameOfTheSetting(String name) {
        assertThatThrownBy(() -> AllowedHosts.loopbackAnd("some.setting", List.of(name)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("some.setting must be host names")
                .hasMessageContaining('"' + name + '"');
    }
}
