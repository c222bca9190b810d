package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.request.BodyRate;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.springboot.EndpointSettings.Mode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** What the settings become, and which are refused. */
class PropertiesTest {

    private static CounterfoilProperties bound(String... settings) {
        Map<String, String> source = new HashMap<>();
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            source.put("counterfoil." + parts[0], parts[1]);
        }
        return new Binder(new MapConfigurationPropertySource(source))
                .bindOrCreate("counterfoil", CounterfoilProperties.class);
    }

    @Test
    void nothingSaid_isThePolicyOfTheEngine_withALimitForEachClient() {
        IdempotencyPolicy policy = bound().policy(OptionalInt.empty());

        assertThat(policy).usingRecursiveComparison().isEqualTo(IdempotencyPolicy.DEFAULT.withMaxOpenPerClient(100));
        assertThat(bound().mode()).isEqualTo(Mode.TRANSACTIONAL);
        assertThat(bound("mode=lease").leasePolicy()).isEqualTo(LeasePolicy.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource({"10, 9", "2, 1", "1, 1"})
    void nothingSaidOfOpenRequests_leavesAConnectionToOtherClients(int connections, int open) {
        assertThat(bound().policy(OptionalInt.of(connections)).maxOpenPerClient())
                .hasValue(open);
        assertThat(bound("max-open-per-client=50")
                        .policy(OptionalInt.of(connections))
                        .maxOpenPerClient())
                .hasValue(50);
    }

    @Test
    void everySetting_reachesThePolicy() {
        IdempotencyPolicy policy = bound(
                        "retention=2d",
                        "anonymous-retention=3h",
                        "wait-limit=4s",
                        "execution-limit=1m",
                        "retry-after=5s",
                        "on-mismatch=replay",
                        "remember-refusals=false",
                        "counting=exact",
                        "max-open-per-client=6",
                        "conflict-retries=7",
                        "max-stored=8KB",
                        "compress-from=9B")
                .policy(OptionalInt.empty());

        assertThat(policy.retention().duration()).contains(Duration.ofDays(2));
        assertThat(policy.anonymousRetention().duration()).contains(Duration.ofHours(3));
        assertThat(policy.waitLimit()).isEqualTo(Duration.ofSeconds(4));
        assertThat(policy.executionLimit()).contains(Duration.ofMinutes(1));
        assertThat(policy.retryAfter()).isEqualTo(Duration.ofSeconds(5));
        assertThat(policy.onMismatch()).isEqualTo(IdempotencyPolicy.OnMismatch.REPLAY);
        assertThat(policy.rememberRefusals()).isFalse();
        assertThat(policy.counting()).isEqualTo(IdempotencyPolicy.Counting.EXACT);
        assertThat(policy.maxOpenPerClient()).hasValue(6);
        assertThat(policy.conflictRetries()).isEqualTo(7);
        assertThat(policy.resultLimits().maxBytes()).isEqualTo(8192);
        assertThat(policy.resultLimits().compressFrom()).isEqualTo(9);
        assertThat(bound("mode=lease", "lease.duration=10s", "lease.on-expiry=rerun")
                        .leasePolicy())
                .isEqualTo(new LeasePolicy(Duration.ofSeconds(10), OnExpiry.RERUN));
    }

    @Test
    @Tag("RQ-15")
    void rateOfBodies_hasItsOwnSettings() {
        assertThat(bound().bodyRate())
                .usingRecursiveComparison()
                .ignoringFields("nanoTime")
                .isEqualTo(BodyRate.DEFAULT);

        BodyRate set = bound("body-grace=3s", "min-body-rate=64KB").bodyRate();

        assertThat(set.grace()).isEqualTo(Duration.ofSeconds(3));
        assertThat(set.bytesPerSecond()).isEqualTo(65536);
    }

    @Test
    @Tag("RQ-4")
    void retentionThatNeverEnds_isAValue() {
        IdempotencyPolicy policy =
                bound("retention=never", "anonymous-retention=NEVER").policy(OptionalInt.empty());

        assertThat(policy.retention()).isEqualTo(Retention.FOREVER);
        assertThat(policy.anonymousRetention()).isEqualTo(Retention.FOREVER);
    }

    @Test
    @Tag("CO-1")
    @Tag("CO-2")
    @Tag("CO-3")
    void correlation_hasItsOwnSettings() {
        assertThat(bound().correlation())
                .isEqualTo(new CounterfoilProperties.Correlation(
                        false, true, true, true, true, false, CounterfoilProperties.Correlation.Jdbc.OFF));
        assertThat(bound(
                                "correlation.verbatim=true",
                                "correlation.tasks=false",
                                "correlation.clients=false",
                                "correlation.messages=false",
                                "correlation.spans=false",
                                "correlation.baggage=true",
                                "correlation.jdbc=application-name")
                        .correlation())
                .isEqualTo(new CounterfoilProperties.Correlation(
                        true,
                        false,
                        false,
                        false,
                        false,
                        true,
                        CounterfoilProperties.Correlation.Jdbc.APPLICATION_NAME));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            retention=0s             | counterfoil.retention must be positive and at most PT8760000H, not PT0S
            retention=soon           | counterfoil.retention must be a duration such as 30s, 7d or PT1H, not "soon"
            anonymous-retention=-1s  | counterfoil.anonymous-retention must be positive and at most PT8760000H, not PT-1S
            wait-limit=-1ms          | counterfoil.wait-limit must be from zero to PT24H, not PT-0.001S
            wait-limit=25h           | counterfoil.wait-limit must be from zero to PT24H, not PT25H
            retry-after=0s           | counterfoil.retry-after must be positive and at most PT24H, not PT0S
            execution-limit=0s       | counterfoil.execution-limit must be positive and at most PT24H, not PT0S
            max-open-per-client=0    | counterfoil.max-open-per-client must be at least 1, not 0
            conflict-retries=-1      | counterfoil.conflict-retries must be at least 0, not -1
            max-key=0B               | counterfoil.max-key must be from 1B to 255B, not 0B
            max-key=256B             | counterfoil.max-key must be from 1B to 255B, not 256B
            max-body=0B              | counterfoil.max-body is held in memory and must be 1B to 1GB, not 0B
            max-stored=2GB           | counterfoil.max-stored is held in memory and must be 0B to 1GB, not 2147483648B
            compress-from=-1B        | counterfoil.compress-from is held in memory and must be 0B to 1GB, not -1B
            body-grace=0s            | counterfoil.body-grace must be positive and at most PT1H, not PT0S
            min-body-rate=0B         | counterfoil.min-body-rate must be from 1B to 1GB a second, not 0B
            replay-cache.max-size=0B | counterfoil.replay-cache.max-size must be at least 1B, not 0B
            replay-cache.max-age=2m  | counterfoil.replay-cache.max-age must be from PT0.001S to PT1M, not PT2M
            replay-cache.max-age=0s  | counterfoil.replay-cache.max-age must be from PT0.001S to PT1M, not PT0S
            purge.batch=0            | counterfoil.purge.batch must be at least 1, not 0
            purge.interval=0s        | counterfoil.purge.interval must be positive and at most PT8760H, not PT0S
            management.health-timeout=0s | counterfoil.management.health-timeout must be positive and at most PT1H, not PT0S
            management.role=         | counterfoil.management.role must not be blank
            lease.duration=1ms       | counterfoil.lease.duration must be from PT0.1S to PT168H, not PT0.001S
            lease.no-effect-on=java.lang.String | counterfoil.lease.no-effect-on names exceptions, and java.lang.String is none
            """)
    void settingOutOfItsLimits_isRefused_byItsName(String setting, String message) {
        assertThatThrownBy(() -> bound(setting)).rootCause().hasMessageContaining(message);
    }
}
