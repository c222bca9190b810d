package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The properties of the starter: which there are, and what an editor shows of each, far from its neighbours. */
@Timeout(600)
class PropertyDescriptionsTest {

    @Test
    void general_areAtMostTwenty() {
        assertThat(SettingsPage.general().keySet())
                .hasSizeLessThanOrEqualTo(20)
                .containsExactlyInAnyOrder(
                        "client",
                        "correlation.baggage",
                        "correlation.jdbc",
                        "correlation.messages",
                        "create-table",
                        "guard",
                        "key.required",
                        "lease.duration",
                        "lease.first-claim",
                        "limits.body-size",
                        "limits.execution-time",
                        "limits.wait-time",
                        "management.health-timeout",
                        "management.role",
                        "max-in-progress-per-client",
                        "mode",
                        "purge.interval",
                        "retention.anonymous",
                        "retention.named",
                        "separate-transactions");
    }

    @Test
    void perEndpoint_areAtMostFifteen() {
        assertThat(SettingsPage.perEndpoint().keySet())
                .hasSizeLessThanOrEqualTo(15)
                .containsExactlyInAnyOrder(
                        "path",
                        "methods",
                        "enabled",
                        "mode",
                        "key.required",
                        "key.in",
                        "key.scope",
                        "key.operation",
                        "lease.duration",
                        "retention.named",
                        "retention.anonymous",
                        "limits.wait-time",
                        "limits.execution-time",
                        "limits.body-size",
                        "fingerprint");
    }

    @Test
    void general_areDescribedBySentences_thatStandAlone() {
        assertThat(SettingsPage.general()).allSatisfy((name, setting) -> assertDescribed(setting.description()));
    }

    @Test
    void perEndpoint_areDescribedBySentences_thatStandAlone() {
        assertThat(SettingsPage.perEndpoint()).allSatisfy((name, description) -> assertDescribed(description));
    }

    private static void assertDescribed(String description) {
        assertThat(description).matches("[A-Z].{15,}\\.").doesNotContainPattern("[A-Z]{2}-\\d");
    }
}
