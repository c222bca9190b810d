package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootVersion;

@Timeout(600)
class SpringBootVersionCheckTest {

    @Test
    void springBoot3_isRefused_withTheWayOut() {
        assertThatExceptionOfType(CounterfoilStartUpException.class)
                .isThrownBy(() -> SpringBootVersionCheck.check("3.5.8"))
                .withMessageContaining("is for Spring Boot 4, and the application runs on 3.5.8")
                .withMessageContaining("Upgrade to Spring Boot 4")
                .withMessageContaining(
                        "IdempotencyFilter of counterfoil-servlet then works with an engine of your own in lease mode")
                .withMessageContaining("Do not use a JdbcClaimStore");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0.0-RC1", "4.1.0", "10.0.0"})
    void laterVersions_andThisOne_start(String version) {
        assertThatCode(() -> SpringBootVersionCheck.check(version)).doesNotThrowAnyException();
        assertThatCode(() -> SpringBootVersionCheck.check(SpringBootVersion.getVersion()))
                .doesNotThrowAnyException();
    }
}
